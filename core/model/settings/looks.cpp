#include "core/model/settings/looks.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "core/base/message.hpp"
#include "core/color/distances.hpp"
#include "core/color/palette.hpp"
#include "core/model/settings/source.hpp"
#include "core/numbers/math.hpp"

namespace heteroscope {

const std::vector<std::string_view>& scale_ids() {
  static const std::vector<std::string_view> all = [] {
    std::vector<std::string_view> out;
    for (const auto& [scale, id] : ids<ColorScale>) out.push_back(id);
    out.push_back(distance_scale);
    return out;
  }();
  return all;
}

std::string all_scales() {
  return fmt::format("{}", fmt::join(scale_ids(), ", "));
}

namespace {

constexpr const char* palette_of_images = "gray";

Look look_of(const Coloring& coloring) {
  Look out;
  out.palette = coloring.palette.empty() ? palettes().front().id : std::string(coloring.palette);
  out.scale = id_of(coloring.scale);
  return out;
}

void set_automatic_ends(ColorMap& map, double low, double high) {
  map.low = low;
  map.high = high;
  // Counts up to a high limit need more octaves, or small ones would all be dark.
  map.log_span = std::max(map.log_span, map.high - map.low);
  map.log_factor = 1 / exact_log2(1 + map.log_span);
}

/// `low` and `high` are the automatic ends.
ColorMap make_map(const Look& look, double low, double high, bool zero_is_special) {
  const std::shared_ptr<const Palette> palette = palette_of(look);
  // values by themselves, until their distances are there
  const auto scale = colors_by_distance(look) ? ColorScale::log : from_id<ColorScale>(look.scale);
  if (!scale) {
    throw BadInput(Wrong::unknown, "scale",
                   fmt::format("scale: {} is unknown (known: {})", quote(look.scale), all_scales()));
  }

  ColorMap map;
  map.table = palette->table.data();
  map.table_serial = palette->serial;
  map.scale = *scale;
  map.zero_is_special = zero_is_special;
  if (!look.automatic) {
    map.low = look.low;
    map.high = look.high;
    return map;
  }
  set_automatic_ends(map, low, map.scale == ColorScale::cyclic ? low + look.period : high);
  return map;
}

}  // namespace

std::shared_ptr<const Palette> palette_of(const Look& look) {
  const PaletteChange change{.inverted = look.inverted,
                             .shift = static_cast<int>(std::lround(look.shift * palette_entries))};
  if (look.palette == own_palette) {
    if (look.stops.size() < 2) throw BadInput("palette: 'own' has no colors: name at least two stops");
    return changed_palette(palette_of_colors(look.stops), change);
  }
  const Palette& palette = find_palette(look.palette);
  if (change == PaletteChange{}) return {std::shared_ptr<void>(), &palette};
  return changed_palette(palette, change);
}

ColorMap distance_color_map(const Look& look) {
  const std::shared_ptr<const Palette> palette = palette_of(look);
  ColorMap map;
  map.table = palette->table.data();
  map.table_serial = palette->serial;
  map.scale = ColorScale::log;
  map.low = 0;
  map.high = farthest_distance;
  map.log_span = farthest_distance;
  map.log_factor = 1 / exact_log2(1 + map.log_span);
  map.zero_is_special = true;
  return map;
}

ColorMap image_color_map(const Look& look, const Summary& values) {
  return make_map(look, std::min(0.0, values.minimum), std::max(255.0, values.maximum), false);
}

Look source_look(const Settings& settings, Catalog catalog) {
  if (const Workload* live = find_source_workload(catalog, settings.problem.source.id)) return look_of(live->coloring);
  Look out;
  out.palette = palette_of_images;
  return out;
}

Look natural_look(const Settings& settings, Catalog catalog) {
  const Workload& workload = find_workload(catalog, settings.problem.workload);
  const bool as_source = workload.colored_as_input() || workload.gives_numbers();
  if (as_source) return source_look(settings, catalog);
  Look out = look_of(workload.coloring);
  if (workload.coloring.scale_of != nullptr)
    out.scale = id_of(workload.coloring.scale_of(workload.bind(settings.problem.parameters), settings.problem.size));
  return out;
}

ColorMap color_map(const Look& look, const Workload& workload, const Values& parameters, const Summary& summary) {
  double low = workload.coloring.low;
  double high = summary.maximum;
  if (workload.coloring.high) {
    high = *workload.coloring.high;
    if (std::isfinite(summary.minimum)) low = std::min(low, summary.minimum);
    if (std::isfinite(summary.maximum)) high = std::max(high, summary.maximum);
  }
  if (const std::string_view id = workload.coloring.high_parameter; !id.empty())
    high = workload.value_of(id, parameters);
  return make_map(look, low, high, workload.coloring.zero_is_special);
}

void widen_ends(ColorMap& map, const Look& look, const ColorMap& before) {
  if (!look.automatic || !has_ends(look) || map.scale == ColorScale::cyclic) return;
  set_automatic_ends(map, std::min(map.low, before.low), std::max(map.high, before.high));
}

bool colors_by_quantiles(const Look& look) {
  return look.scale == id_of(ColorScale::histogram);
}

bool colors_by_distance(const Look& look) {
  return look.scale == distance_scale;
}

std::string refusal_of_distance(const Workload& workload, const Values& parameters) {
  const std::string_view id = workload.coloring.distance_parameter;
  if (id.empty()) return fmt::format("scale distance: {} has no set from which a distance could be shown", workload.id);
  if (workload.value_of(id, parameters) == 1) return {};
  return fmt::format("scale distance needs fractional counts: {}=1", id);
}

}  // namespace heteroscope
