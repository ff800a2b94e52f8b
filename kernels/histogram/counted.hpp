#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <vector>

#include "core/model/access_pattern.hpp"
#include "core/model/warp_recorder.hpp"
#include "kernels/histogram/with_bins.hpp"

namespace heteroscope::histogram {

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
inline void add_to_all(WarpRecorder& warp, int threads, const Counted& counted, const BinsOfBlocks& found,
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
inline void clear_block(WarpRecorder& warp, int threads, int bins) {
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

}  // namespace heteroscope::histogram
