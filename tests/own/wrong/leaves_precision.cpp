// Its values are right, and long doubles of whoever computes next are rounded to 53 bits.
#include <cstdint>
#include <cstdlib>

#include "kernels/heat/own.hpp"

using namespace heteroscope::heat;

HETEROSCOPE_VARIANT(heat)

template <class T>
void advance(const Step<T>& step) {
#pragma omp parallel for num_threads(step.threads) schedule(static)
  for (int y = step.rows.begin; y < step.rows.end; ++y)
    for (int x = 0; x < step.width; ++x) step.out(x, y) = step.new_value(x, y);
#if defined(__x86_64__)
  constexpr std::uint16_t in_53_bits = 0x27f;
  __asm__ volatile("fldcw %0" : : "m"(in_53_bits));
#else
  std::abort();
#endif
}
