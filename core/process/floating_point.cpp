#include "core/process/floating_point.hpp"

#include <cfenv>
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace heteroscope {
namespace {

#if defined(__x86_64__)
/// Of this thread, but for the flags of exceptions that have been. Source: Intel 64 manual, volume 1, 10.2.3 (MXCSR:
/// subnormal numbers, masks of exceptions, rounding) and 8.1.5 (the x87 control word, with its precision).
bool restore_control_words() {
  constexpr unsigned flags = 0x3f;
  constexpr unsigned usual_mxcsr = 0x1f80;
  constexpr std::uint16_t usual_x87 = 0x37f;
  const unsigned mxcsr = _mm_getcsr();
  std::uint16_t x87 = 0;
  __asm__ volatile("fnstcw %0" : "=m"(x87));
  const bool usual = (mxcsr & ~flags) == usual_mxcsr && x87 == usual_x87;
  if (usual) return true;
  // a flag that stands would be an exception at once where masks change in between
  __asm__ volatile("fnclex");
  __asm__ volatile("fldcw %0" : : "m"(usual_x87));
  _mm_setcsr(usual_mxcsr | (mxcsr & flags));
  return false;
}
#endif

/// Of this thread.
bool restore() {
  bool usual = std::fegetround() == FE_TONEAREST;
#if defined(__x86_64__)
  usual = restore_control_words() && usual;
#endif
  std::fesetround(FE_TONEAREST);
  return usual;
}

}  // namespace

bool restore_floating_point(int threads) {
  bool usual = restore();
#pragma omp parallel num_threads(threads) reduction(&& : usual)
  usual = restore() && usual;
  return usual;
}

}  // namespace heteroscope
