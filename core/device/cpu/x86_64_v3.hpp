#pragma once

#ifdef __x86_64__

#include <cpuid.h>

namespace heteroscope {

/// Whether this processor has all that x86-64-v3 adds to the first of them: AVX2, FMA, F16C, MOVBE, BMI1, BMI2 and
/// LZCNT (System V ABI, AMD64 supplement, table 3.1). Asks the processor itself where compilers differ in what they
/// know by name. It has none of those instructions, however the program is compiled.
[[gnu::target("arch=x86-64")]] inline bool has_x86_64_v3() {
  __builtin_cpu_init();
  // with these two the system keeps the wide registers, and the pages that are asked for below are there
  if (__builtin_cpu_supports("avx2") == 0 || __builtin_cpu_supports("fma") == 0) return false;
  constexpr unsigned movbe_and_f16c = 1U << 22 | 1U << 29;  // page 1, ecx
  constexpr unsigned bmi1_and_bmi2 = 1U << 3 | 1U << 8;     // page 7, ebx
  constexpr unsigned lzcnt = 1U << 5;                       // page 0x80000001, ecx
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  __cpuid(1, a, b, c, d);
  if ((c & movbe_and_f16c) != movbe_and_f16c) return false;
  __cpuid_count(7, 0, a, b, c, d);
  if ((b & bmi1_and_bmi2) != bmi1_and_bmi2) return false;
  __cpuid(0x80000001U, a, b, c, d);
  return (c & lzcnt) != 0;
}

}  // namespace heteroscope

#endif
