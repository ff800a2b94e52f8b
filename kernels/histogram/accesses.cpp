#include "kernels/histogram/accesses.hpp"

#include <algorithm>

#include "core/base/ceil_div.hpp"
#include "kernels/histogram/blocks.hpp"
#include "kernels/histogram/counted.hpp"

namespace heteroscope::histogram {
namespace {

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
