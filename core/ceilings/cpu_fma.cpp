#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "core/base/watch.hpp"
#include "core/ceilings/cpu_ceilings.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/ceilings/cpu_fma.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace heteroscope::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

/// Goes on with chains of fused multiply-adds by `rounds` each, and leaves the lanes of their last values in `ends`.
/// The chains are parameters, as vectors of some instruction sets cannot be elements of an array.
template <class D, class T, class V, class... Chain>
HWY_INLINE void go_on(D d, std::int64_t rounds, V factor, V summand, T* HWY_RESTRICT ends, Chain... chain) {
  for (std::int64_t i = 0; i < rounds; ++i) ((chain = hn::MulAdd(chain, factor, summand)), ...);
  ((hn::StoreU(chain, d, ends), ends += hn::Lanes(d)), ...);
}

/// `rounds` multiply-adds in each of the chains that are numbered, which are independent. Each lane of each chain
/// begins at a value of its own in `starts` and leaves its last value at the same place in `ends`. So the compiler has
/// nothing to merge: of chains with one known start it would compute a single one. Returns how many multiply-adds were
/// done, lanes counted.
template <class T, std::size_t... chain>
double fma_rounds(std::index_sequence<chain...>, std::int64_t rounds, T factor, T summand, const T* HWY_RESTRICT starts,
                  T* HWY_RESTRICT ends) {
  const hn::ScalableTag<T> d;
  const std::size_t n = hn::Lanes(d);
  go_on(d, rounds, hn::Set(d, factor), hn::Set(d, summand), ends, hn::LoadU(d, starts + chain * n)...);
  return static_cast<double>(rounds) * sizeof...(chain) * static_cast<double>(n);
}

template <class T>
double fma_rounds_in(FmaChains chains, std::int64_t rounds, T factor, T summand, const T* starts, T* ends) {
  switch (chains) {
    case FmaChains::twelve:
      return fma_rounds(std::make_index_sequence<12>(), rounds, factor, summand, starts, ends);
    case FmaChains::twenty_four:
      return fma_rounds(std::make_index_sequence<24>(), rounds, factor, summand, starts, ends);
  }
  return 0;
}

double fma_rounds_fp32(FmaChains chains, std::int64_t rounds, float factor, float summand, const float* starts,
                       float* ends) {
  return fma_rounds_in(chains, rounds, factor, summand, starts, ends);
}
double fma_rounds_fp64(FmaChains chains, std::int64_t rounds, double factor, double summand, const double* starts,
                       double* ends) {
  return fma_rounds_in(chains, rounds, factor, summand, starts, ends);
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

/// The numbers of a multiply-add: from any start the values go to summand / (1 − factor).
template <class T>
struct FmaValues {
  T factor, summand;
};
template <class T>
constexpr FmaValues<T> normal{T(0.999), T(0.001)};
/// The chains' values run from an eighth of the smallest normal number to a quarter of it.
template <class T>
constexpr FmaValues<T> subnormal{T(0.5), std::numeric_limits<T>::min() / 8};

/// The values with which the elements of all chains begin, each with one of its own between `summand` and twice that,
/// and the values with which they end.
template <class T>
struct Chains {
  /// Lanes of the widest vectors that Highway has on this family of processors.
  static constexpr std::size_t most_lanes = 64 / sizeof(T);
  FmaChains count;
  std::vector<T> starts, ends;

  Chains(FmaChains chains, T summand)
      : count(chains), starts(static_cast<std::size_t>(chains) * most_lanes), ends(starts.size()) {
    for (std::size_t i = 0; i < starts.size(); ++i) {
      starts[i] = summand * (T(1) + static_cast<T>(i) / static_cast<T>(starts.size()));
    }
  }
};

double fma_rounds_of(FmaValues<float> values, Chains<float>& chains, std::int64_t rounds) {
  return HWY_DYNAMIC_DISPATCH(fma_rounds_fp32)(chains.count, rounds, values.factor, values.summand,
                                               chains.starts.data(), chains.ends.data());
}
double fma_rounds_of(FmaValues<double> values, Chains<double>& chains, std::int64_t rounds) {
  return HWY_DYNAMIC_DISPATCH(fma_rounds_fp64)(chains.count, rounds, values.factor, values.summand,
                                               chains.starts.data(), chains.ends.data());
}

/// Fused multiply-adds per second of one run on `threads` threads that start together. Each thread's own rate is taken:
/// one that the system held up would otherwise make all others look slow, which a dynamic schedule does not suffer
/// from.
template <class T>
double fma_rate(int threads, FmaChains count, FmaValues<T> values, std::int64_t rounds) {
  double rate = 0;
#pragma omp parallel num_threads(threads) reduction(+ : rate)
  {
    Chains<T> chains(count, values.summand);
#pragma omp barrier
    const Watch watch;
    const double done = fma_rounds_of(values, chains, rounds);
    rate += done / watch.ms() * 1e3;
  }
  return rate;
}

template <class T>
double best_fma_rate(int threads, FmaChains chains) {
  // Long enough that starting the threads does not count, and that a processor at rest has sped up.
  constexpr double run_ms = 4;
  std::int64_t rounds = 1 << 16;
  for (;; rounds *= 2) {
    const Watch watch;
    fma_rate(threads, chains, normal<T>, rounds);
    if (watch.ms() >= run_ms) break;
  }
  double best = 0;
  for (int i = 0; i < runs; ++i) best = std::max(best, fma_rate(threads, chains, normal<T>, rounds));
  return best;
}

template <class T>
double measured_slowdown() {
  constexpr std::int64_t rounds = 1 << 13;
  const auto best = [](FmaValues<T> values) {
    double rate = 0;
    for (int i = 0; i < runs; ++i) rate = std::max(rate, fma_rate(1, FmaChains::twelve, values, rounds));
    return rate;
  };
  return best(normal<T>) / best(subnormal<T>);
}

/// Whether so many chains are counted, and each lane of each of them ends where the plain loop ends from its start.
template <class T>
bool multiplies_rightly(FmaChains count) {
  constexpr std::int64_t rounds = 37;
  Chains<T> chains(count, normal<T>.summand);
  const auto done = static_cast<std::size_t>(fma_rounds_of(normal<T>, chains, rounds)) / rounds;
  if (done == 0 || done % static_cast<std::size_t>(count) != 0 || done > chains.ends.size()) return false;
  for (std::size_t i = 0; i < done; ++i) {
    T value = chains.starts[i];
    for (std::int64_t n = 0; n < rounds; ++n) value = std::fma(value, normal<T>.factor, normal<T>.summand);
    if (chains.ends[i] != value || (i > 0 && chains.ends[i] == chains.ends[i - 1])) return false;
  }
  return true;
}

}  // namespace

std::string wrong_cpu_fma(FmaChains chains) {
  if (!multiplies_rightly<float>(chains))
    return "the ceiling's fp32 multiply-adds end at other values than a plain loop";
  if (!multiplies_rightly<double>(chains))
    return "the ceiling's fp64 multiply-adds end at other values than a plain loop";
  return {};
}

FmaRates measure_cpu_fma(int threads, FmaChains chains) {
  return {.fp32_per_s = best_fma_rate<float>(threads, chains), .fp64_per_s = best_fma_rate<double>(threads, chains)};
}

double subnormal_slowdown(Precision precision) {
  static const double of_fp32 = measured_slowdown<float>();
  static const double of_fp64 = measured_slowdown<double>();
  return precision == Precision::fp32 ? of_fp32 : of_fp64;
}

}  // namespace heteroscope
#endif  // HWY_ONCE
