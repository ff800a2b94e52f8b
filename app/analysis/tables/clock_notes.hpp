#pragma once

#include "app/results/result.hpp"
#include "app/text/document.hpp"

namespace heteroscope {

/// Rows during which a processor was slowed down, or its clock moved by more than a twentieth; nothing where none was.
Document clock_notes(const Result& result);

}  // namespace heteroscope
