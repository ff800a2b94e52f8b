#pragma once

#include <string_view>

#include "app/bench/rows.hpp"
#include "app/results/result.hpp"

namespace heteroscope {

/// The measurements as data that describe themselves. Nothing else knows which data a row has.
Result result_of(const Bench& bench, const Workload& workload);

/// Whether a row of some workload can have a datum of that id.
bool is_of_a_row(std::string_view id);

}  // namespace heteroscope
