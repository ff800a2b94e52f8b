#include "kernels/histogram/accesses.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "core/base/ceil_div.hpp"
#include "core/model/access_pattern.hpp"
#include "core/model/warp_recorder.hpp"
#include "kernels/histogram/blocks.hpp"
#include "kernels/histogram/with_bins.hpp"

namespace heteroscope::histogram {
namespace {

/// A contiguous run of values, as the kernels see it, and the bins of those whose values are known.
class Counted {
 public:
  explicit Counted(const AccessProblem& p)
      : size_(p.input), bytes_(static_cast<int>(bytes_of(p.precision))), bins_(parameters_of(p).bins) {
    if (p.values.data == nullptr) return;
    with_value_type(p.precision, [&]<class T>() {
      with_bins<T>(parameters_of(p), [&](const auto& bins) {
        bin_ = [bins, from = p.values.row<const T>(0)](std::int64_t i) { return bins(from[i]); };
      });
    });
  }
  static const Parameters& parameters_of(const AccessProblem& p) { return *std::any_cast<Parameters>(p.parameters); }

  [[nodiscard]] std::int64_t values() const { return size_.area(); }
  [[nodiscard]] int bytes() const { return bytes_; }  ///< of a value
  [[nodiscard]] int bins() const { return bins_; }
  [[nodiscard]] bool known() const { return static_cast<bool>(bin_); }
  [[nodiscard]] int bin(std::int64_t i) const { return bin_(i); }
  /// The index of a cell.
  [[nodiscard]] std::int64_t number_of(int x, int y) const { return std::int64_t{y} * size_.width + x; }
  /// Records that the lane counts value i.
  void count(WarpRecorder& warp, const WarpLane& lane, std::int64_t i) const {
    warp.computes(lane, static_cast<int>(i % size_.width), static_cast<int>(i / size_.width));
  }
  /// The arrays: the input, and the counters of all blocks.
  [[nodiscard]] AccessPattern pattern() const {
    return {.launches = {},
            .arrays = {{"input", false, bytes_, size_}, {"counters", false, 8, {bins_, 1}}},
            .of_input = true,
            .warp_at = {},
            .work = {}};
  }

 private:
  Size size_;
  int bytes_;
  int bins_;
  std::function<int(std::int64_t)> bin_;
};

/// The bins into which the values of each block fall. It is computed for all blocks when first asked; copies share it.
class BinsOfBlocks {
 public:
  /// `block_of(i)` is the block that counts value i.
  BinsOfBlocks(Counted counted, std::int64_t blocks, std::function<std::int64_t(std::int64_t)> block_of)
      : all_(std::make_shared<All>()), counted_(std::move(counted)), blocks_(blocks), block_of_(std::move(block_of)) {}

  [[nodiscard]] bool has(std::int64_t block, int bin) const {
    std::call_once(all_->once, [this] {
      all_->has.resize(static_cast<std::size_t>(blocks_ * counted_.bins()));
      for (std::int64_t i = 0; i < counted_.values(); ++i) all_->has[place(block_of_(i), counted_.bin(i))] = true;
    });
    return all_->has[place(block, bin)];
  }

 private:
  struct All {
    std::once_flag once;
    std::vector<bool> has;
  };
  [[nodiscard]] std::size_t place(std::int64_t block, int bin) const {
    return static_cast<std::size_t>(block * counted_.bins() + bin);
  }

  std::shared_ptr<All> all_;
  Counted counted_;
  std::int64_t blocks_;
  std::function<std::int64_t(std::int64_t)> block_of_;
};

/// The accesses of add_to_all() (launch.cuh): a block's counters, at the beginning of its shared memory, are added to
/// those of all blocks.
void add_to_all(WarpRecorder& warp, int threads, const Counted& counted, const BinsOfBlocks& found,
                std::int64_t block) {
  for (int first = 0; first < counted.bins(); first += threads) {
    const auto bin_of = [&](const WarpLane& lane) {
      const int bin = first + lane.thread;
      return bin < counted.bins() ? Unit(bin) : Unit();
    };
    warp.load_shared("block counters", 4, bin_of);
    if (!counted.known()) continue;
    warp.record(Access::global_atomic, "counters", 8, [&](const WarpLane& lane) {
      const Unit bin = bin_of(lane);
      return bin && found.has(block, static_cast<int>(*bin)) ? bin : Unit();
    });
  }
}

/// The accesses of setting a block's counters to 0.
void clear_block(WarpRecorder& warp, int threads, int bins) {
  for (int first = 0; first < bins; first += threads) {
    warp.store_shared("block counters", 4, [&](const WarpLane& lane) {
      const int bin = first + lane.thread;
      return bin < bins ? Unit(bin) : Unit();
    });
  }
}

/// The lanes for which `value(lane)` is there load that value and, if values are known, add 1 to the counter of its
/// bin, which has `bytes` bytes.
template <class ValueOf>
void count_each(WarpRecorder& warp, const Counted& counted, Access how, std::string_view counters, int bytes,
                ValueOf value) {
  warp.load("input", counted.bytes(), value);
  if (counted.known()) {
    const auto counter = [&](const WarpLane& lane) {
      const Unit i = value(lane);
      return i ? Unit(counted.bin(*i)) : Unit();
    };
    warp.record(how, counters, bytes, counter, is_shared(how) ? Manner::increment : Manner::plain);
  }
  for (const WarpLane& lane : warp.lanes()) {
    if (const Unit i = value(lane)) counted.count(warp, lane, *i);
  }
}

/// Blocks over a run of values, a thread a value (grid-stride loop).
struct Line {
  int threads;  ///< of a block
  std::int64_t blocks;
  std::int64_t values;

  [[nodiscard]] std::int64_t steps() const { return std::max<std::int64_t>(1, ceil_div(values, blocks * threads)); }
  [[nodiscard]] AccessLaunch launch() const {
    return {.label = "count",
            .columns = static_cast<int>(blocks),
            .rows = 1,
            .warps = warps_of(threads),
            .steps = steps(),
            .block = {threads, 1}};
  }
  [[nodiscard]] Unit value(const WarpPlace& at, const WarpLane& lane) const {
    const std::int64_t i = (at.step * blocks + at.block) * threads + lane.thread;
    return i < values ? Unit(i) : Unit();
  }
  [[nodiscard]] WarpPlace place_of(std::int64_t i) const {
    const std::int64_t block = i / threads;
    return {0, block % blocks, static_cast<int>(i % threads) / lanes_of_a_warp, block / blocks};
  }
};

/// The accesses of the kernel `count` of cuda_global_atomic.cu.
AccessPattern global_atomic(const AccessProblem& p) {
  const Counted counted(p);
  const std::int64_t all = ceil_div(counted.values(), p.block.x);
  const Line line{p.block.x, std::min<std::int64_t>(all, 0x7fffffff), counted.values()};
  AccessPattern out = counted.pattern();
  out.launches = {line.launch()};
  out.warp_at = [line, counted](int x, int y) { return line.place_of(counted.number_of(x, y)); };
  out.work = [line, counted](const WarpPlace& at) {
    WarpRecorder warp({line.threads, 1}, at.warp);
    count_each(warp, counted, Access::global_atomic, "counters", 8,
               [&](const WarpLane& lane) { return line.value(at, lane); });
    return warp.take();
  };
  return out;
}

/// The accesses of the kernel `count` of cuda_shared.cu.
AccessPattern shared(const AccessProblem& p) {
  const Counted counted(p);
  const auto blocks = blocks_for(counted.values(), resident_blocks(p.multiprocessors, p.block.x), p.block.x);
  const Line line{p.block.x, blocks, counted.values()};
  const BinsOfBlocks found(counted, blocks, [line](std::int64_t i) { return line.place_of(i).block; });
  AccessPattern out = counted.pattern();
  out.launches = {line.launch()};
  out.arrays.push_back({"block counters", true, 4, {counted.bins(), 1}});
  out.warp_at = [line, counted](int x, int y) { return line.place_of(counted.number_of(x, y)); };
  out.work = [line, counted, found](const WarpPlace& at) {
    WarpRecorder warp({line.threads, 1}, at.warp);
    if (at.step == 0) clear_block(warp, line.threads, counted.bins());
    count_each(warp, counted, Access::shared_atomic, "block counters", 4,
               [&](const WarpLane& lane) { return line.value(at, lane); });
    if (at.step == line.steps() - 1) add_to_all(warp, line.threads, counted, found, at.block);
    return warp.take();
  };
  return out;
}

}  // namespace

std::vector<AccessingVariant> accesses() {
  return {{"count", "cuda_global_atomic", true, {256, 1}, global_atomic},
          {"count", "cuda_shared", true, {512, 1}, shared}};
}

}  // namespace heteroscope::histogram
