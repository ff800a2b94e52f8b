#include <limits>

#include "core/device/cuda_check.cuh"
#include "core/trace/gpu_clock.hpp"
#include "core/trace/span_timer.cuh"
#include "core/trace/trace.hpp"

namespace heteroscope::device {
namespace {

__global__ void note_time(std::uint64_t* to) {
  *to = tracing::now();
}

}  // namespace

ClockOffset clock_offset(Buffer& noted, const Stream& stream, Event& mark) {
  constexpr int attempts = 20;
  ClockOffset best{.error_ns = std::numeric_limits<std::uint64_t>::max()};
  std::int64_t marked = 0;  // by the GPU's timer
  for (int i = 0; i < attempts; ++i) {
    const std::uint64_t before = steady_ns();
    note_time<<<1, 1, 0, stream.get()>>>(static_cast<std::uint64_t*>(noted.device()));
    HETEROSCOPE_LAUNCHED(note_time);
    mark.record(stream);
    stream.synchronize();
    const std::uint64_t after = steady_ns();
    const std::uint64_t error = (after - before + 1) / 2;
    marked = static_cast<std::int64_t>(*static_cast<const volatile std::uint64_t*>(noted.host()));
    if (error >= best.error_ns) continue;
    best = {marked - static_cast<std::int64_t>(before + error), error};
  }
  best.marked_ns = static_cast<std::uint64_t>(marked - best.ahead_ns);
  return best;
}

}  // namespace heteroscope::device
