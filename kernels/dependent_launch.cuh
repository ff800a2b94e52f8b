#pragma once

#include <utility>

#include "core/model/variant.hpp"
#include "core/run/gpu/dependent.cuh"

/// What variants have in common whose launches begin before the one ahead has ended (`cuda_dependent`).
namespace heteroscope {

namespace dependent {
inline constexpr int no_or_yes[] = {0, 1};
}

/// The choice when that is, for the variants' knobs.
inline constexpr Tunable early_start{
    .id = "early",
    .label = "Early start",
    .help =
        "1: cuda_dependent's next pass may begin once all blocks of a pass are there, so that its blocks take each "
        "place that becomes free. 0: it may begin once all blocks have ended, ahead of what the GPU does at a launch's "
        "end.",
    .values = dependent::no_or_yes,
    .initial = 1,
    .words = no_and_yes};

/// How a block of such a launch begins; its kernel has it as a parameter.
struct DependentStart {
  bool early;

  /// Waits until the launch ahead has ended. All threads call it, before they write anything, and before they read what
  /// the launch ahead may still write. What lies two launches back or more has been written before: with `early` the
  /// next launch may begin once all blocks of this one have gone past the wait, and otherwise later.
  __device__ void wait() const {
    dependent::wait_for_launch_before();
    if (early) dependent::let_next_launch_begin();
  }
};

/// The launches of a job, each of which may begin before the one ahead of it has ended. The first one waits for all
/// that is ahead of it in the stream, as usual: what its blocks read before their wait could have been written by any
/// of that.
class DependentLaunches {
 public:
  using Start = DependentStart;
  explicit DependentLaunches(bool early) : early_(early) {}

  /// The kernel has start() among its arguments.
  template <class... Parameters, class... Arguments>
  void launch(void (*kernel)(Parameters...), dim3 blocks, dim3 threads, CUstream_st* stream, Arguments&&... arguments) {
    launch_dependently(kernel, std::exchange(overlaps_, true), blocks, threads, stream,
                       std::forward<Arguments>(arguments)...);
  }
  [[nodiscard]] Start start() const { return {early_}; }
  /// Something else lies ahead in the stream than such a launch: the next one waits as the first one does.
  void wait_for_all() { overlaps_ = false; }

 private:
  bool early_;
  bool overlaps_ = false;
};

}  // namespace heteroscope
