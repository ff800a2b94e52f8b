#pragma once

#include "app/results/result.hpp"
#include "app/text/document.hpp"

namespace heteroscope {

/// Warm and cold times side by side; nothing where no row has a cold one.
Document cold_table(const Result& result);

}  // namespace heteroscope
