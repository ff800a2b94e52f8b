#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <new>

#include "core/base/watch.hpp"
#include "core/ceilings/cpu_ceilings.hpp"
#include "core/process/memory_limit.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ceilings/cpu_memory.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace heteroscope::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// Both past the caches; memory begins at a cache line, and `count` is a multiple of its elements.

void fill_past_caches(float* to, std::size_t count, float value) {
  const hn::ScalableTag<float> d;
  const auto v = hn::Set(d, value);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) hn::Stream(v, d, to + i);
  hwy::FlushStream();
}

void copy_past_caches(const float* from, float* to, std::size_t count) {
  const hn::ScalableTag<float> d;
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) hn::Stream(hn::Load(d, from + i), d, to + i);
  hwy::FlushStream();
}

}  // namespace
}  // namespace heteroscope::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heteroscope {

HWY_EXPORT(fill_past_caches);
HWY_EXPORT(copy_past_caches);

namespace {

constexpr std::size_t line = 64;

/// Least time of some runs of `body` on all threads, s; `body` is given its thread's number. Short runs are made often
/// enough that one of them is not disturbed.
template <class Body>
double least_seconds(int threads, Body body) {
  constexpr int fewest = 5;
  constexpr double long_enough_ms = 20;
  double best = 0;
  const Watch all;
  for (int i = -1; i < fewest || all.ms() < long_enough_ms; ++i) {
    const Watch watch;
#pragma omp parallel num_threads(threads)
    body(static_cast<std::size_t>(omp_get_thread_num()));
    const double seconds = watch.ms() / 1e3;
    if (i == -1) continue;  // it brings the data to where the others find it
    best = best == 0 ? seconds : std::min(best, seconds);
  }
  return best;
}

}  // namespace

std::size_t largest_cpu_set() {
  constexpr std::size_t wanted = std::size_t{512} << 20;
  return std::min(wanted, memory::limit() / 8) / (2 * line) * (2 * line);
}

MemoryRates measure_cpu_memory(int threads, std::size_t set_bytes) {
  const auto release = [](std::byte* memory) { ::operator delete[](memory, std::align_val_t{line}); };
  // a thread has its piece of both halves, of a cache line at least
  const std::size_t piece = std::max(set_bytes / (2 * line * static_cast<std::size_t>(threads)), std::size_t{1}) * line;
  const std::size_t half = piece * static_cast<std::size_t>(threads);
  const std::unique_ptr<std::byte[], decltype(release)> memory(new (std::align_val_t{line}) std::byte[2 * half],
                                                               release);
  std::byte* const from = memory.get();
  std::byte* const to = from + half;
  const auto floats = [](std::byte* at) { return reinterpret_cast<float*>(at); };
  constexpr float value = 1;
  // fills come first: the pages are then each thread's own
  const double fill = least_seconds(threads, [&](std::size_t thread) {
    std::memset(from + piece * thread, 1, piece);
    std::memset(to + piece * thread, 1, piece);
  });
  const double fill_past = least_seconds(threads, [&](std::size_t thread) {
    HWY_DYNAMIC_DISPATCH(fill_past_caches)(floats(from + piece * thread), piece / sizeof(float), value);
    HWY_DYNAMIC_DISPATCH(fill_past_caches)(floats(to + piece * thread), piece / sizeof(float), value);
  });
  const double copy = least_seconds(
      threads, [&](std::size_t thread) { std::memcpy(to + piece * thread, from + piece * thread, piece); });
  const double copy_past = least_seconds(threads, [&](std::size_t thread) {
    HWY_DYNAMIC_DISPATCH(copy_past_caches)
    (floats(from + piece * thread), floats(to + piece * thread), piece / sizeof(float));
  });
  const double moved = 2 * static_cast<double>(half);
  return {.copy_bytes_per_s = moved / std::min(copy, copy_past), .fill_bytes_per_s = moved / std::min(fill, fill_past)};
}

}  // namespace heteroscope
#endif  // HWY_ONCE
