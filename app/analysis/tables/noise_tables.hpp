#pragma once

#include "app/results/result.hpp"
#include "app/text/document.hpp"

namespace heteroscope {

/// The noise that was measured, of each processor before the rows and after them; nothing where none was measured.
Document noise_tables(const Result& result);

}  // namespace heteroscope
