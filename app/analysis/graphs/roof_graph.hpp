#pragma once

#include <optional>

#include "app/analysis/graphs/graph.hpp"
#include "app/measures/roofline.hpp"

namespace heteroscope {

/// The ceilings that a row's processor reached in the same run, with its threads and in its precision. None for a row
/// that several processors share, or if the run did not measure them.
std::optional<Roof> roof_of(const Result& result, const ResultRow& row);

/// The multiply-adds that an operation of the row needs at least, also where its rate is compared with memory's alone.
double least_fma(const ResultRow& row);
/// Where a row stands below it.
std::optional<RoofPoint> roof_point(const ResultRow& row);

/// Rooflines of the processors and precisions that were measured, with a point for each row: of CPU variants with the
/// most threads.
Graph rooflines(const Result& result);

}  // namespace heteroscope
