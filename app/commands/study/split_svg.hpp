#pragma once

#include <cstddef>
#include <string>

#include "app/bench/rows.hpp"
#include "app/results/result.hpp"

namespace heteroscope {

/// The share of a row whose frames were all divided by one share.
double share_of_row(const BenchRow& row);
/// The row whose frame was shortest; of a bench whose rows all have participants.
std::size_t fastest_row(const Bench& bench);

/// Rows that differ in their share alone: times of the participants and of the frame over the share, the shortest frame
/// marked.
std::string split_svg(const Result& result);

}  // namespace heteroscope
