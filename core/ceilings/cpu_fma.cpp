#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>

#include "core/ceilings/cpu_ceilings.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ceilings/cpu_fma.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace heteroscope::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// `rounds` times twelve independent fused multiply-adds: enough to hide a latency of 4 to 6 cycles on two units, few
/// enough for 16 registers. Each lane of each chain begins at a value of its own in `starts` and leaves its last value
/// at the same place in `ends`. So the compiler has nothing to merge: of chains with one known start it would compute a
/// single one. Returns how many multiply-adds were done, lanes counted.
template <class T>
double fma_rounds(std::int64_t rounds, T factor, T summand, const T* HWY_RESTRICT starts, T* HWY_RESTRICT ends) {
  const hn::ScalableTag<T> d;
  const std::size_t n = hn::Lanes(d);
  const auto m = hn::Set(d, factor);
  const auto c = hn::Set(d, summand);
  auto a0 = hn::LoadU(d, starts), a1 = hn::LoadU(d, starts + n), a2 = hn::LoadU(d, starts + 2 * n);
  auto a3 = hn::LoadU(d, starts + 3 * n), a4 = hn::LoadU(d, starts + 4 * n), a5 = hn::LoadU(d, starts + 5 * n);
  auto a6 = hn::LoadU(d, starts + 6 * n), a7 = hn::LoadU(d, starts + 7 * n), a8 = hn::LoadU(d, starts + 8 * n);
  auto a9 = hn::LoadU(d, starts + 9 * n), a10 = hn::LoadU(d, starts + 10 * n), a11 = hn::LoadU(d, starts + 11 * n);
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
  hn::StoreU(a0, d, ends), hn::StoreU(a1, d, ends + n), hn::StoreU(a2, d, ends + 2 * n);
  hn::StoreU(a3, d, ends + 3 * n), hn::StoreU(a4, d, ends + 4 * n), hn::StoreU(a5, d, ends + 5 * n);
  hn::StoreU(a6, d, ends + 6 * n), hn::StoreU(a7, d, ends + 7 * n), hn::StoreU(a8, d, ends + 8 * n);
  hn::StoreU(a9, d, ends + 9 * n), hn::StoreU(a10, d, ends + 10 * n), hn::StoreU(a11, d, ends + 11 * n);
  return static_cast<double>(rounds) * fma_chains * static_cast<double>(n);
}

double fma_rounds_fp32(std::int64_t rounds, float factor, float summand, const float* starts, float* ends) {
  return fma_rounds(rounds, factor, summand, starts, ends);
}
double fma_rounds_fp64(std::int64_t rounds, double factor, double summand, const double* starts, double* ends) {
  return fma_rounds(rounds, factor, summand, starts, ends);
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

/// The numbers of a multiply-add: from any start the values go to summand / (1 − factor).
template <class T>
struct Values {
  T factor, summand;
};
template <class T>
constexpr Values<T> normal{T(0.999), T(0.001)};
/// The chains' values run from an eighth of the smallest normal number to a quarter of it.
template <class T>
constexpr Values<T> subnormal{T(0.5), std::numeric_limits<T>::min() / 8};

/// The values with which the elements of all chains begin, each with one of its own between `summand` and twice that,
/// and the values with which they end.
template <class T>
struct Chains {
  /// Lanes of the widest vectors that Highway has on this family of processors.
  static constexpr int most_lanes = 64 / sizeof(T);
  std::array<T, std::size_t{fma_chains} * most_lanes> starts{}, ends{};

  explicit Chains(T summand) {
    for (std::size_t i = 0; i < starts.size(); ++i) {
      starts[i] = summand * (T(1) + static_cast<T>(i) / static_cast<T>(starts.size()));
    }
  }
};

double fma_rounds_of(Values<float> values, Chains<float>& chains, std::int64_t rounds) {
  return HWY_DYNAMIC_DISPATCH(fma_rounds_fp32)(rounds, values.factor, values.summand, chains.starts.data(),
                                               chains.ends.data());
}
double fma_rounds_of(Values<double> values, Chains<double>& chains, std::int64_t rounds) {
  return HWY_DYNAMIC_DISPATCH(fma_rounds_fp64)(rounds, values.factor, values.summand, chains.starts.data(),
                                               chains.ends.data());
}

/// Fused multiply-adds per second of one run on `threads` threads that start together. Each thread's own rate is taken:
/// one that the system held up would otherwise make all others look slow, which a dynamic schedule does not suffer
/// from.
template <class T>
double fma_rate(int threads, Values<T> values, std::int64_t rounds) {
  double rate = 0;
#pragma omp parallel num_threads(threads) reduction(+ : rate)
  {
    Chains<T> chains(values.summand);
#pragma omp barrier
    const auto start = std::chrono::steady_clock::now();
    const double done = fma_rounds_of(values, chains, rounds);
    rate += done / seconds_since(start);
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

/// Whether each lane of each chain ends where the plain loop ends from its start.
template <class T>
bool multiplies_rightly() {
  constexpr std::int64_t rounds = 37;
  Chains<T> chains(normal<T>.summand);
  const auto done = static_cast<std::size_t>(fma_rounds_of(normal<T>, chains, rounds)) / rounds;
  if (done == 0 || done > chains.ends.size()) return false;
  for (std::size_t i = 0; i < done; ++i) {
    T value = chains.starts[i];
    for (std::int64_t n = 0; n < rounds; ++n) value = std::fma(value, normal<T>.factor, normal<T>.summand);
    if (chains.ends[i] != value || (i > 0 && chains.ends[i] == chains.ends[i - 1])) return false;
  }
  return true;
}

}  // namespace

std::string wrong_cpu_fma() {
  if (!multiplies_rightly<float>()) return "the ceiling's fp32 multiply-adds end at other values than a plain loop";
  if (!multiplies_rightly<double>()) return "the ceiling's fp64 multiply-adds end at other values than a plain loop";
  return {};
}

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
