#include <algorithm>
#include <chrono>
#include <cstdint>
#include <limits>

#include "core/device/ceilings/cpu_ceilings.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/device/ceilings/cpu_fma.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace heteroscope::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// `rounds` times twelve independent fused multiply-adds: enough to hide a latency of 4 to 6 cycles on two units, few
/// enough for 16 registers. Returns how many were done, lanes counted; the values go from `summand` to summand / (1 −
/// factor).
template <class T>
double fma_rounds(std::int64_t rounds, T factor, T summand, T* sink) {
  const hn::ScalableTag<T> d;
  const auto m = hn::Set(d, factor);
  const auto c = hn::Set(d, summand);
  auto a0 = c, a1 = c, a2 = c, a3 = c, a4 = c, a5 = c, a6 = c, a7 = c, a8 = c, a9 = c, a10 = c, a11 = c;
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

double fma_rounds_fp32(std::int64_t rounds, float factor, float summand, float* sink) {
  return fma_rounds(rounds, factor, summand, sink);
}
double fma_rounds_fp64(std::int64_t rounds, double factor, double summand, double* sink) {
  return fma_rounds(rounds, factor, summand, sink);
}

}  // namespace
}  // namespace heteroscope::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heteroscope {

HWY_EXPORT(fma_rounds_fp32);
HWY_EXPORT(fma_rounds_fp64);

namespace {

/// Many short runs: beside other load one of them is more likely to be left alone than a long one.
constexpr int runs = 16;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// The numbers that the multiply-adds go to and come from.
template <class T>
struct Values {
  T factor, summand;
};
template <class T>
constexpr Values<T> normal{T(0.999), T(0.001)};
/// From an eighth of the smallest normal number to a quarter of it.
template <class T>
constexpr Values<T> subnormal{T(0.5), std::numeric_limits<T>::min() / 8};

double fma_rounds_of(Values<float> values, float* sink, std::int64_t rounds) {
  return HWY_DYNAMIC_DISPATCH(fma_rounds_fp32)(rounds, values.factor, values.summand, sink);
}
double fma_rounds_of(Values<double> values, double* sink, std::int64_t rounds) {
  return HWY_DYNAMIC_DISPATCH(fma_rounds_fp64)(rounds, values.factor, values.summand, sink);
}

/// Fused multiply-adds per second of one run on `threads` threads that start together. Each thread's own rate is taken:
/// one that the system held up would otherwise make all others look slow, which a dynamic schedule does not suffer
/// from.
template <class T>
double fma_rate(int threads, Values<T> values, std::int64_t rounds) {
  double rate = 0;
#pragma omp parallel num_threads(threads) reduction(+ : rate)
  {
    volatile T kept = 0;
    T sink = 0;
#pragma omp barrier
    const auto start = std::chrono::steady_clock::now();
    const double done = fma_rounds_of(values, &sink, rounds);
    rate += done / seconds_since(start);
    kept = sink;
    static_cast<void>(kept);
  }
  return rate;
}

template <class T>
double best_fma_rate(int threads) {
  // Long enough that starting the threads does not count, and that a processor at rest has sped up.
  constexpr double run_seconds = 0.004;
  std::int64_t rounds = 1 << 16;
  for (;; rounds *= 2) {
    const auto start = std::chrono::steady_clock::now();
    fma_rate(threads, normal<T>, rounds);
    if (seconds_since(start) >= run_seconds) break;
  }
  double best = 0;
  for (int i = 0; i < runs; ++i) best = std::max(best, fma_rate(threads, normal<T>, rounds));
  return best;
}

template <class T>
double measured_slowdown() {
  constexpr std::int64_t rounds = 1 << 13;
  const auto best = [](Values<T> values) {
    double rate = 0;
    for (int i = 0; i < runs; ++i) rate = std::max(rate, fma_rate(1, values, rounds));
    return rate;
  };
  return best(normal<T>) / best(subnormal<T>);
}

}  // namespace

FmaRates measure_cpu_fma(int threads) {
  return {.fp32_per_s = best_fma_rate<float>(threads), .fp64_per_s = best_fma_rate<double>(threads)};
}

double subnormal_slowdown(Precision precision) {
  static const double of_fp32 = measured_slowdown<float>();
  static const double of_fp64 = measured_slowdown<double>();
  return precision == Precision::fp32 ? of_fp32 : of_fp64;
}

}  // namespace heteroscope
#endif  // HWY_ONCE
