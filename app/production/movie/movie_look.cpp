#include "app/production/movie/movie_look.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/error.hpp"
#include "core/color/palette.hpp"
#include "core/model/source.hpp"

namespace heteroscope {

bool look_follows_values(const Settings& settings, Catalog catalog) {
  if (colors_by_ranks(settings.look))
    throw BadInput("--scale histogram: colors by ranks change from frame to frame; another scale does not");
  if (colors_by_distance(settings.look))
    throw BadInput("--scale distance: pixels from the set change with every zoom; another scale colors values");
  if (settings.look.samples > 1) {
    throw BadInput(
        fmt::format("look.samples: {}: the frames of a movie have one sample of each pixel", settings.look.samples));
  }
  if (!settings.look.automatic) return false;
  const Workload* colored = &find_workload(catalog, settings.problem.workload);
  if (colored->colored_as_input()) {
    colored = find_source_workload(catalog, settings.problem.source.id);
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
