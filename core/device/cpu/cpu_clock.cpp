#include "core/device/cpu/cpu_clock.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "core/device/cpu/cpu_clock.cpp"
#include <hwy/foreach_target.h>  // compiles this file once for each instruction set

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace heteroscope::HWY_NAMESPACE {
namespace {

int lanes() {
  return static_cast<int>(hwy::HWY_NAMESPACE::Lanes(hwy::HWY_NAMESPACE::ScalableTag<double>()));
}

}  // namespace
}  // namespace heteroscope::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace heteroscope {

HWY_EXPORT(lanes);

namespace {

/// The compiler may not know what is in the register, and so not take additions together.
#define HETEROSCOPE_ADD(sum, step) \
  (sum) += (step);                 \
  asm volatile("" : "+r"(sum))

/// Cycles per second of one chain.
double clock_of_run() {
  constexpr std::int64_t rounds = 1 << 18;
  constexpr int a_round = 8;
  std::uint64_t sum = 0;
  std::uint64_t step = 3;
  asm volatile("" : "+r"(step));  // of a constant some processors add several at once
  const auto start = std::chrono::steady_clock::now();
  for (std::int64_t i = 0; i < rounds; ++i) {
    HETEROSCOPE_ADD(sum, step);
    HETEROSCOPE_ADD(sum, step);
    HETEROSCOPE_ADD(sum, step);
    HETEROSCOPE_ADD(sum, step);
    HETEROSCOPE_ADD(sum, step);
    HETEROSCOPE_ADD(sum, step);
    HETEROSCOPE_ADD(sum, step);
    HETEROSCOPE_ADD(sum, step);
  }
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
  return a_round * static_cast<double>(rounds) / taken.count();
}

double best_clock() {
  constexpr int runs = 20;
  double best = 0;
  for (int i = 0; i < runs; ++i) best = std::max(best, clock_of_run());
  return best;
}

}  // namespace

double measured_clock_hz() {
  static const double clock = best_clock();
  return clock;
}

int fp64_lanes() {
  return HWY_DYNAMIC_DISPATCH(lanes)();
}

}  // namespace heteroscope
#endif  // HWY_ONCE
