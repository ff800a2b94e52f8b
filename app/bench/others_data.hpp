#pragma once

#include "app/bench/rows.hpp"
#include "app/results/data.hpp"

namespace heteroscope {

/// What other programs took while a row was measured, and whether it is marked for that.
void add_others(Data to, const BenchRow& row);

}  // namespace heteroscope
