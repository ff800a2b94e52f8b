#pragma once

#include <array>
#include <string_view>
#include <type_traits>

#include "core/model/parameter_description.hpp"
#include "kernels/histogram/parameters.hpp"

namespace heteroscope::histogram {

inline constexpr std::array<std::string_view, 2> binning_ids{"range", "modulo"};

/// Calls `visit(&Parameters::member, Parameter{...})` once for each member.
template <class Visit>
void describe(std::type_identity<Parameters>, Visit&& visit) {
  using P = Parameters;
  visit(&P::bins, Parameter{.id = "bins",
                            .label = "Bins",
                            .kind = ParameterKind::integer,
                            .minimum = 2,
                            .maximum = most_bins,
                            .initial = 256,
                            .logarithmic = true,
                            .help = "Number of bins (counters)."});
  visit(&P::binning,
        Parameter{.id = "binning",
                  .label = "Binning",
                  .kind = ParameterKind::choice,
                  .minimum = 0,
                  .maximum = static_cast<double>(binning_ids.size() - 1),
                  .initial = 0,
                  .help =
                      "How a value finds its bin. range: equal intervals from low to high; values outside count in the "
                      "first or last bin. modulo: the value rounded down, modulo the number of bins.",
                  .choices = binning_ids});
  visit(&P::low,
        Parameter{.id = "low",
                  .label = "Low",
                  .minimum = -1e12,
                  .maximum = 1e12,
                  .initial = 0,
                  .help = "The lower end of the first bin, for binning=range. Smaller values also count in it."});
  visit(&P::high,
        Parameter{.id = "high",
                  .label = "High",
                  .minimum = -1e12,
                  .maximum = 1e12,
                  .initial = 256,
                  .help = "The upper end of the last bin, for binning=range. Larger values also count in it."});
}

}  // namespace heteroscope::histogram
