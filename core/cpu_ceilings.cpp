#include "core/cpu_ceilings.hpp"

#include <omp.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>

#include "core/plan.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/cpu_ceilings.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace heteroscope::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// `rounds` times twelve independent fused multiply-adds: enough to hide a latency of 4 to 6 cycles on two units, few
/// enough for 16 registers. Returns how many were done, lanes counted; the values converge to 1, so no denormals slow
/// it.
template <class T>
double fma_rounds(std::int64_t rounds, T* sink) {
  const hn::ScalableTag<T> d;
  const auto m = hn::Set(d, static_cast<T>(0.999));
  const auto c = hn::Set(d, static_cast<T>(0.001));
  auto a0 = hn::Iota(d, 0), a1 = hn::Iota(d, 1), a2 = hn::Iota(d, 2), a3 = hn::Iota(d, 3);
  auto a4 = hn::Iota(d, 4), a5 = hn::Iota(d, 5), a6 = hn::Iota(d, 6), a7 = hn::Iota(d, 7);
  auto a8 = hn::Iota(d, 8), a9 = hn::Iota(d, 9), a10 = hn::Iota(d, 10), a11 = hn::Iota(d, 11);
  for (std::int64_t i = 0; i < rounds; ++i) {
    a0 = hn::MulAdd(a0, m, c);
    a1 = hn::MulAdd(a1, m, c);
    a2 = hn::MulAdd(a2, m, c);
    a3 = hn::MulAdd(a3, m, c);
    a4 = hn::MulAdd(a4, m, c);
    a5 = hn::MulAdd(a5, m, c);
    a6 = hn::MulAdd(a6, m, c);
    a7 = hn::MulAdd(a7, m, c);
    a8 = hn::MulAdd(a8, m, c);
    a9 = hn::MulAdd(a9, m, c);
    a10 = hn::MulAdd(a10, m, c);
    a11 = hn::MulAdd(a11, m, c);
  }
  const auto s0 = hn::Add(hn::Add(hn::Add(a0, a1), hn::Add(a2, a3)), hn::Add(hn::Add(a4, a5), hn::Add(a6, a7)));
  const auto s1 = hn::Add(hn::Add(a8, a9), hn::Add(a10, a11));
  *sink = hn::GetLane(hn::SumOfLanes(d, hn::Add(s0, s1)));
  return static_cast<double>(rounds) * 12.0 * static_cast<double>(hn::Lanes(d));
}

double fma_rounds_fp32(std::int64_t rounds, float* sink) {
  return fma_rounds<float>(rounds, sink);
}
double fma_rounds_fp64(std::int64_t rounds, double* sink) {
  return fma_rounds<double>(rounds, sink);
}

/// Fills past the caches; `to` begins at a cache line, and `count` is a multiple of its elements.
void fill_past_caches(float* to, std::size_t count, float value) {
  const hn::ScalableTag<float> d;
  const auto v = hn::Set(d, value);
  for (std::size_t i = 0; i < count; i += hn::Lanes(d)) hn::Stream(v, d, to + i);
  hwy::FlushStream();
}

}  // namespace
}  // namespace heteroscope::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heteroscope {

HWY_EXPORT(fma_rounds_fp32);
HWY_EXPORT(fma_rounds_fp64);
HWY_EXPORT(fill_past_caches);

namespace {

constexpr int runs = 5;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double fma_rounds_of(float* sink, std::int64_t rounds) {
  return HWY_DYNAMIC_DISPATCH(fma_rounds_fp32)(rounds, sink);
}
double fma_rounds_of(double* sink, std::int64_t rounds) {
  return HWY_DYNAMIC_DISPATCH(fma_rounds_fp64)(rounds, sink);
}

/// Fused multiply-adds per second of one run on `threads` threads that start together. Each thread's own rate is taken:
/// one that the system held up would otherwise make all others look slow, which a dynamic schedule does not suffer
/// from.
template <class T>
double fma_rate(int threads, std::int64_t rounds) {
  double rate = 0;
#pragma omp parallel num_threads(threads) reduction(+ : rate)
  {
    volatile T kept = 0;
    T sink = 0;
#pragma omp barrier
    const auto start = std::chrono::steady_clock::now();
    const double done = fma_rounds_of(&sink, rounds);
    rate += done / seconds_since(start);
    kept = sink;
    static_cast<void>(kept);
  }
  return rate;
}

template <class T>
double best_fma_rate(int threads) {
  // Long enough that starting the threads does not count, and that a processor at rest has sped up.
  constexpr double run_seconds = 0.03;
  std::int64_t rounds = 1 << 16;
  for (;; rounds *= 2) {
    const auto start = std::chrono::steady_clock::now();
    fma_rate<T>(threads, rounds);
    if (seconds_since(start) >= run_seconds) break;
  }
  double best = 0;
  for (int i = 0; i < runs; ++i) best = std::max(best, fma_rate<T>(threads, rounds));
  return best;
}

/// Bytes per second, between and in arrays far larger than any cache.
struct MemoryRates {
  double copied = 0;  ///< read plus written
  double filled = 0;
};

/// The faster of two fills: the C library's, and one past the caches.
MemoryRates best_memory_rates(int threads) {
  constexpr std::size_t wanted = std::size_t{256} << 20;
  constexpr std::size_t line = 64;
  const std::size_t bytes = std::min(wanted, host_memory() / 16);
  const auto release = [](std::byte* memory) { ::operator delete[](memory, std::align_val_t{line}); };
  using Lines = std::unique_ptr<std::byte[], decltype(release)>;
  const Lines from(new (std::align_val_t{line}) std::byte[bytes], release);
  const Lines to(new (std::align_val_t{line}) std::byte[bytes], release);
  enum class Work { copy, fill, fill_past_caches };
  constexpr Work works[] = {Work::copy, Work::fill, Work::fill_past_caches};
  MemoryRates best;
  // The first two rounds touch the pages, each by the thread that will use them; they do not count.
  for (int i = -2; i < 3 * runs; ++i) {
    const Work work = i == -2 ? Work::fill : works[(i + 1) % 3];
    const auto start = std::chrono::steady_clock::now();
#pragma omp parallel num_threads(threads)
    {
      const std::size_t share = bytes / static_cast<std::size_t>(omp_get_num_threads()) / line * line;
      const std::size_t offset = share * static_cast<std::size_t>(omp_get_thread_num());
      if (work == Work::copy) {
        std::memcpy(to.get() + offset, from.get() + offset, share);
      } else if (work == Work::fill) {
        std::memset(from.get() + offset, i + 3, share);
      } else {
        HWY_DYNAMIC_DISPATCH(fill_past_caches)
        (reinterpret_cast<float*>(from.get() + offset), share / sizeof(float), static_cast<float>(i));
      }
    }
    const double rate = static_cast<double>(bytes) / seconds_since(start);
    if (i < 0) continue;
    if (work == Work::copy) {
      best.copied = std::max(best.copied, 2 * rate);
    } else {
      best.filled = std::max(best.filled, rate);
    }
  }
  return best;
}

}  // namespace

CpuCeilings measure_cpu_ceilings(int threads) {
  CpuCeilings out;
  out.threads = threads > 0 ? threads : omp_get_num_procs();
  out.fma_fp32_per_s_one_thread = best_fma_rate<float>(1);
  out.fma_fp64_per_s_one_thread = best_fma_rate<double>(1);
  out.fma_fp32_per_s = best_fma_rate<float>(out.threads);
  out.fma_fp64_per_s = best_fma_rate<double>(out.threads);
  const MemoryRates memory = best_memory_rates(out.threads);
  out.copy_bytes_per_s = memory.copied;
  out.fill_bytes_per_s = memory.filled;
  return out;
}

}  // namespace heteroscope
#endif  // HWY_ONCE
