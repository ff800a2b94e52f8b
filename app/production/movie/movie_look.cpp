#include "app/production/movie/movie_look.hpp"

#include <algorithm>
#include <cmath>

#include "core/model/settings/looks.hpp"
#include "core/model/settings/source.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

bool look_follows_values(const Settings& settings) {
  if (!settings.look.automatic || !has_ends(settings.look)) return false;
  const Workload* colored = &find_workload(catalog(), settings.problem.workload);
  if (colored->colored_as_input()) {
    colored = find_source_workload(catalog(), settings.problem.source.id);
    if (colored == nullptr) return false;  // the source of all frames is one
  }
  return colored->coloring.high_parameter.empty();
}

void WidestLook::add(const ColorMap& colors) {
  if (!std::isfinite(colors.low) || !std::isfinite(colors.high)) return;
  low_ = std::min(low_.value_or(colors.low), colors.low);
  high_ = std::max(high_.value_or(colors.high), colors.high);
}

Look WidestLook::of(Look look) const {
  if (!low_ || !(*low_ < *high_)) return look;
  look.automatic = false;
  look.low = *low_;
  look.high = *high_;
  return look;
}

}  // namespace heteroscope
