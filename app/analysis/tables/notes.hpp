#pragma once

#include <string>

#include "app/results/result.hpp"
#include "app/text/document.hpp"

namespace heteroscope {

/// Every ceiling that was measured, a line for a processor, its threads and a set of bytes.
TextTable ceilings_table(const Result& result);

/// The note that says which copy or fill shares refer to.
std::string share_note(const Result& result);
/// What the column of written bytes says.
std::string written_note();

/// The share of each fast-math baseline's rate that the fastest variant reaches
/// (core/model/capabilities/capabilities.hpp), in a paragraph for each.
Document fast_math_notes(const Result& result);

/// Where a run of an iteration ends in subnormal numbers or in nothing but zeros: how much of it does, and what that
/// costs the CPU that measured it. A paragraph for each problem.
Document decay_notes(const Result& result);

}  // namespace heteroscope
