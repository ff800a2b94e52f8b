#pragma once

#include <optional>

#include "app/analysis/graphs/graph.hpp"
#include "app/measures/roofline.hpp"

namespace heteroscope {

/// What a row's processor reached at most in the same run: with its threads, in its precision. None for a row that both
/// share, or where the run did not measure it.
std::optional<Roof> roof_of(const Result& result, const ResultRow& row);

/// Where a row stands below it.
std::optional<RoofPoint> roof_point(const ResultRow& row);

/// Rooflines of the processors and precisions that were measured, with a point for each row: of CPU variants with the
/// most threads.
Graph rooflines(const Result& result);

}  // namespace heteroscope
