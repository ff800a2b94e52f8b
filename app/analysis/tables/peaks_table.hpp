#pragma once

#include "app/results/result.hpp"
#include "app/text/document.hpp"

namespace heteroscope {

/// The theoretical peaks of a result's processors beside the measured ceilings, and how many operations in fp32 take
/// the time of one in fp64; nothing if no ceiling was measured.
Document peaks_table(const Result& result);

}  // namespace heteroscope
