#pragma once

#include <string>

#include "core/summary/summary.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// Whether something that takes the CPU that many times as long shows in the time of a computation.
bool is_slower(double times);

/// "CPU steps are slow: 93.9 % of the values are subnormal, 40 times as slow to compute with", by what this CPU was
/// measured to take. Empty where there are too few to matter, or where they cost it nothing.
std::string subnormal_note(const Summary& result, Precision precision);
/// The note for a CPU whose multiply-adds of subnormal numbers take `times` as long.
std::string subnormal_note(const Summary& result, double times);

}  // namespace heteroscope
