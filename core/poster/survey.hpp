#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/model/capabilities/tileable.hpp"
#include "core/model/stage.hpp"
#include "core/summary/summary.hpp"

namespace heteroscope {

/// What has been computed over a source, part by part, before the first piece of a result that needs it.
struct Survey {
  std::int64_t pieces = 0;       ///< that have been looked at
  Summary source;                ///< of these, and of what was looked at before it began anew: its ends and its NaNs
  std::vector<double> partials;  ///< of the reducing stage, added up
};

/// The power of two of the largest magnitude so far, with which a part's partials must be computed.
double survey_grid(const Survey& survey);

/// Adds what was found in the next part, as `survey_grid()` had it. Where the part has a value of another power of two
/// than all before, their partials are worth nothing, and the survey begins anew.
void add_part(Survey& survey, const Tileable& tileable, const Summary& source, std::span<const double> partials);

/// The numbers that the partials stand for.
std::vector<double> survey_total(const Survey& survey, const Reduction& reduction, std::int64_t values);

}  // namespace heteroscope
