#pragma once

// Every source that is compiled for several instruction sets includes this before Highway's own headers. It leaves out
// vectors whose size is unknown at compile time, since those cannot be members of arrays. Instruction sets without
// fused multiply-add are compiled, as the compiler's baseline may be one, but never run: `simd_unavailable` refuses
// them.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#endif

#include <hwy/targets.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "core/device/device.hpp"
#include "core/model/job.hpp"
#include "core/model/variant.hpp"

namespace heteroscope {

/// The reason why this CPU cannot run the vector variants; empty if it can.
std::string simd_unavailable(const device::Facts& facts);

/// The reason why this CPU, or this program, has no vectors of so many bits; empty if both have. 0 bits stand for the
/// widest that there are.
std::string vectors_unavailable(int bits);

inline constexpr int vector_bits[] = {0, 256, 512};
/// The choice of a vector's width. Vector variants have it as the last of their tunables, where chosen_target() looks.
inline constexpr Tunable choice_of_vectors{
    .id = "vectors",
    .label = "Vectors, bits",
    .help =
        "How wide the CPU's vectors are: 256 bits (AVX2: 8 values in fp32, 4 in fp64) or 512 (AVX-512: twice as many, "
        "and twice the registers). 0: the widest that the CPU has.",
    .values = vector_bits,
    .words = automatic_first,
    .unavailable = vectors_unavailable};
inline constexpr Tunable only_vectors[] = {choice_of_vectors};
/// The choices of a vector variant that has no others.
inline constexpr Knobs simd_knobs{.precisions = both_precisions, .threads = true, .tunables = only_vectors};

/// The instruction sets whose vectors have so many bits, as Highway's mask of targets, among those that this CPU has
/// and that are compiled.
std::int64_t targets_of(int bits);

/// The function of Highway's table (HWY_EXPORT) for the vectors that the job asks for; for the widest, Highway's own
/// choice. plan() has refused vectors that the CPU lacks.
template <class Function, std::size_t count>
Function* chosen_target(Function* const (&table)[count], const Job& job) {
  if constexpr (count == 1) {
    return table[0];  // the only instruction set that is compiled
  } else {
    const int bits = job.tunables.empty() ? 0 : job.tunables.back();
    if (bits == 0) return table[hwy::GetChosenTarget().GetIndex()];
    hwy::ChosenTarget asked;
    asked.Update(targets_of(bits));
    return table[asked.GetIndex()];
  }
}

}  // namespace heteroscope

/// The function FUNC, which HWY_EXPORT has exported, for the vectors that the job asks for.
#define HETEROSCOPE_TARGET_OF(FUNC, job) chosen_target(HWY_DISPATCH_TABLE(FUNC), job)
