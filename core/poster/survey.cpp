#include "core/poster/survey.hpp"

#include <cmath>

namespace heteroscope {
namespace {

/// 0 of 0 and of what has none.
double power_of_two(double magnitude) {
  return std::isfinite(magnitude) && magnitude > 0 ? std::ldexp(1.0, std::ilogb(magnitude)) : 0;
}

}  // namespace

double survey_grid(const Survey& survey) {
  return power_of_two(largest_magnitude(survey.source));
}

void add_part(Survey& survey, const Tileable& tileable, const Summary& source, std::span<const double> partials) {
  const double before = survey_grid(survey);
  survey.source = joined(survey.source, source);
  if (survey.pieces > 0 && survey_grid(survey) > before) {
    survey.pieces = 0;
    survey.partials.clear();
    return;
  }
  survey.partials.resize(partials.size());
  tileable.add(survey.partials, partials);
  ++survey.pieces;
}

std::vector<double> survey_total(const Survey& survey, const Reduction& reduction, std::int64_t values) {
  return reduction.total != nullptr ? reduction.total(survey.partials, survey.source, values) : survey.partials;
}

}  // namespace heteroscope
