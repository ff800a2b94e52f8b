#pragma once

#include <cstddef>
#include <string>

#include "core/types/rates.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// What this processor can do at most, measured: the best of several runs of loops that do nothing else.

/// Independent multiply-adds that a thread has under way while they are measured.
inline constexpr int fma_chains = 12;
/// Of so many threads; takes about a fifth of a second.
FmaRates measure_cpu_fma(int threads);
/// What the loop that measures them computes wrongly; empty if nothing. Every multiply-add that is counted has a result
/// of its own, which is compared with a plain loop's: what a compiler merged or left out would be missing.
std::string wrong_cpu_fma();

/// The largest set of bytes that is measured: half a gigabyte, or an eighth of what the program may hold.
std::size_t largest_cpu_set();
/// Of so many threads that share the set, the faster of the C library's way and one past the caches. Each run is timed
/// by itself, as a variant's is: in a small set it is mostly the start of the threads. The largest takes a second.
MemoryRates measure_cpu_memory(int threads, std::size_t set_bytes);

/// How many times as long fused multiply-adds take here whose numbers are subnormal. Measured once for a precision, in
/// some ms; any thread may ask.
double subnormal_slowdown(Precision precision);

}  // namespace heteroscope
