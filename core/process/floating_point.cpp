#include "core/process/floating_point.hpp"

#include <cfenv>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace heteroscope {
namespace {

/// Of this thread.
bool restore() {
  bool usual = std::fegetround() == FE_TONEAREST;
#if defined(__x86_64__)
  // the bits "flush to zero" and "denormals are zeros" of MXCSR (Intel 64 manual, volume 1, section 10.2.3)
  constexpr unsigned without_subnormals = 0x8040;
  usual = usual && (_mm_getcsr() & without_subnormals) == 0;
  _mm_setcsr(_mm_getcsr() & ~without_subnormals);
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
