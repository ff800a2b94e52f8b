#pragma once

#include "app/results/result.hpp"
#include "app/text/document.hpp"

namespace heteroscope {

/// What the processors of a result can do in theory, beside the ceilings that were measured, and how many operations in
/// fp32 take the time of one in fp64; nothing where no ceiling was measured.
Document peaks_table(const Result& result);

}  // namespace heteroscope
