#pragma once

#include "app/bench/rows.hpp"
#include "app/results/data.hpp"

namespace heteroscope {

/// Adds the figures of a row that follow from rows with other numbers of threads, without values yet: set_scaling()
/// knows these rows.
void add_scaling(Data to, const BenchRow& row);

}  // namespace heteroscope
