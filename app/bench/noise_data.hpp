#pragma once

#include <optional>
#include <vector>

#include "app/bench/rows.hpp"
#include "app/results/data.hpp"

namespace heteroscope {

/// Of the processors that compute the row, the largest, ms; none where it was not measured.
std::optional<double> noise_of(const BenchRow& row, const std::vector<Noise>& noise);

/// A list of all that were measured.
void add_noise(const Data& to, const std::vector<Noise>& noise);

}  // namespace heteroscope
