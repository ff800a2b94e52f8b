#pragma once

#include "app/bench/rows.hpp"
#include "app/results/data.hpp"

namespace heteroscope {

/// The clocks of the sides that computed a row.
void add_clocks(const Data& to, const BenchRow& row);

}  // namespace heteroscope
