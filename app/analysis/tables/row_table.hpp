#pragma once

#include "app/results/result.hpp"
#include "app/text/document.hpp"

namespace heteroscope {

/// A line for each row, and what is to be known about their columns.
Document row_table(const Result& result);

}  // namespace heteroscope
