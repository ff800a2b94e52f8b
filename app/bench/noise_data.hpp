#pragma once

#include <optional>
#include <vector>

#include "app/bench/rows.hpp"
#include "app/results/data.hpp"
#include "app/results/result.hpp"
#include "app/text/document.hpp"

namespace heteroscope {

/// Of the processors that compute the row, the largest, ms; none where it was not measured.
std::optional<double> noise_of(const BenchRow& row, const std::vector<Noise>& noise);

/// A list of all that were measured.
void add_noise(const Data& to, const std::vector<Noise>& noise);

/// The same for people; nothing where none was measured.
Document noise_tables(const Result& result);

}  // namespace heteroscope
