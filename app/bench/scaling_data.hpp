#pragma once

#include "app/bench/rows.hpp"
#include "app/results/data.hpp"

namespace heteroscope {

/// What follows of a row from others with other counts of threads, without values: set_scaling() knows these rows.
void add_scaling(Data to, const BenchRow& row);

}  // namespace heteroscope
