#pragma once

#include <cstddef>
#include <string>

#include "core/types/rates.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// Ceilings of this processor, measured: the best of several runs of loops that do nothing else.

/// Independent multiply-adds that a thread has under way while they are measured: twelve hide a latency of 4 to 6
/// cycles on two units and fit into 16 registers. Twice as many show whether twelve are enough, where there are 32
/// registers.
enum class FmaChains { twelve = 12, twenty_four = 24 };
/// Measures fused multiply-adds on so many threads; takes about a fifth of a second.
FmaRates measure_cpu_fma(int threads, FmaChains chains = FmaChains::twelve);
/// Checks the results of the loop that measures them; returns what is wrong, or an empty string. Every multiply-add
/// that is counted has a result of its own, which is compared with a plain loop's, so that operations merged or left
/// out by a compiler would be noticed.
std::string wrong_cpu_fma(FmaChains chains);

/// The largest set of bytes that is measured: half a gigabyte, or an eighth of what the program may hold.
std::size_t largest_cpu_set();
/// Measures copies on so many threads that divide the set among them, by the faster of the C library's memcpy and
/// streaming stores. Each run is timed by itself, as a variant's is; with a small set it mostly consists of starting
/// the threads. The largest set takes a second.
MemoryRates measure_cpu_memory(int threads, std::size_t set_bytes);

/// How many times as long fused multiply-adds take on this processor if their numbers are subnormal. It is measured
/// once for each precision, in some milliseconds; any thread may ask.
double subnormal_slowdown(Precision precision);

}  // namespace heteroscope
