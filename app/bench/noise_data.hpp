#pragma once

#include <optional>
#include <vector>

#include "app/bench/rows.hpp"
#include "app/results/data.hpp"

namespace heteroscope {

/// By how much medians of about `ms` can differ: the largest noise of the processors that compute, the CPU with so many
/// threads; none where it was not measured.
std::optional<double> noise_of(Processor processor, int threads, double ms, const std::vector<Noise>& noise);
/// The noise of a row's median, in ms.
std::optional<double> noise_of(const BenchRow& row, const std::vector<Noise>& noise);

/// A list of all that were measured.
void add_noise(const Data& to, const std::vector<Noise>& noise);

}  // namespace heteroscope
