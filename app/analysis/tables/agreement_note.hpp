#pragma once

#include "app/results/result.hpp"
#include "app/text/document.hpp"

namespace heteroscope {

/// Whether all results that were held against the reference's are the same, or which are not. Empty without such.
Document agreement_note(const Result& result);

}  // namespace heteroscope
