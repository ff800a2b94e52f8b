#include "core/color/palette.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/message.hpp"
#include "core/color/distances.hpp"
#include "core/color/oklab.hpp"
#include "core/color/value_ranks.hpp"
#include "core/model/settings/source.hpp"
#include "core/numbers/math.hpp"
#include "embedded/palettes_json.hpp"

namespace heteroscope {
namespace {

struct Stop {
  double place;
  OkLab color;
};

OkLab between(const std::vector<Stop>& stops, double place) {
  std::size_t next = 1;
  while (next + 1 < stops.size() && stops[next].place < place) ++next;
  const Stop& from = stops[next - 1];
  const Stop& to = stops[next];
  const double t = std::clamp((place - from.place) / (to.place - from.place), 0.0, 1.0);
  const auto mix = [t](double a, double b) { return a + t * (b - a); };
  return {mix(from.color.lightness, to.color.lightness), mix(from.color.a, to.color.a), mix(from.color.b, to.color.b)};
}

Palette read_palette(const nlohmann::json& entry) {
  Palette palette;
  palette.id = entry.at("id").get<std::string>();
  palette.label = entry.at("label").get<std::string>();
  palette.cyclic = entry.value("cyclic", false);
  std::vector<Stop> stops;
  for (const auto& stop : entry.at("stops")) {
    stops.push_back(
        {stop.at(0).get<double>(), {stop.at(1).get<double>(), stop.at(2).get<double>(), stop.at(3).get<double>()}});
  }
  // The entry after a cyclic palette's last is its first one; any other palette ends on its last stop.
  const int steps = palette.cyclic ? palette_entries : palette_entries - 1;
  for (int i = 0; i < palette_entries; ++i) {
    palette.table[static_cast<std::size_t>(i)] = srgb_from_oklab(between(stops, static_cast<double>(i) / steps));
  }
  return palette;
}

std::vector<Palette> read_palettes() {
  std::vector<Palette> all;
  const auto root = nlohmann::json::parse(embedded::palettes_json);
  for (const auto& entry : root.at("palettes")) {
    all.push_back(read_palette(entry));
    all.back().serial = all.size();
  }
  return all;
}

}  // namespace

const std::vector<Palette>& palettes() {
  static const std::vector<Palette> all = read_palettes();
  return all;
}

const Palette& find_palette(std::string_view id) {
  for (const Palette& palette : palettes())
    if (palette.id == id) return palette;
  throw BadInput(fmt::format("palette: {} is unknown (known: {})", quote(id),
                             list_ids(palettes(), [](const Palette& each) { return each.id; })));
}

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

/// `low` and `high` are the automatic ends.
ColorMap make_map(const Look& look, double low, double high, bool zero_is_special) {
  const Palette& palette = find_palette(look.palette);
  // values by themselves, until their distances are there
  const auto scale = colors_by_distance(look) ? ColorScale::log : from_id<ColorScale>(look.scale);
  if (!scale) throw BadInput(fmt::format("scale: {} is unknown (known: {})", quote(look.scale), all_scales()));

  ColorMap map;
  map.table = palette.table.data();
  map.table_serial = palette.serial;
  map.scale = *scale;
  map.zero_is_special = zero_is_special;
  if (!look.automatic) {
    map.low = look.low;
    map.high = look.high;
    return map;
  }
  map.low = low;
  map.high = map.scale == ColorScale::cyclic ? low + cyclic_period : high;
  // Counts up to a high limit need more octaves, or small ones would all be dark.
  map.log_span = std::max(map.log_span, map.high - map.low);
  map.log_factor = 1 / exact_log2(1 + map.log_span);
  return map;
}

}  // namespace

/// By the logarithm of 1 + distance.
ColorMap distance_color_map(const Look& look) {
  const Palette& palette = find_palette(look.palette);
  ColorMap map;
  map.table = palette.table.data();
  map.table_serial = palette.serial;
  map.scale = ColorScale::log;
  map.low = 0;
  map.high = farthest_distance;
  map.log_span = farthest_distance;
  map.log_factor = 1 / exact_log2(1 + map.log_span);
  map.zero_is_special = true;
  return map;
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

bool colors_by_ranks(const Look& look) {
  return look.scale == id_of(ColorScale::histogram);
}

bool colors_by_distance(const Look& look) {
  return look.scale == distance_scale;
}

std::string refusal_of_distance(const Workload& workload, const Values& parameters) {
  const std::string_view id = workload.coloring.distance_parameter;
  if (id.empty()) return fmt::format("scale distance: {} shows no set to be far from", workload.id);
  if (workload.value_of(id, parameters) == 1) return {};
  return fmt::format("scale distance: whole counts have no slope: {}=1 makes them fractional", id);
}

namespace {

void put_ranks(ColorMap& map, const Look& look, const Frame& frame) {
  if (colors_by_ranks(look) && frame.ranks != nullptr) frame.ranks->put(map, find_palette(look.palette));
}

}  // namespace

ColorMap source_color_map(const Look& look, const Plan& plan, const Summary& values) {
  if (const auto& source = plan.source_plan; source != nullptr)
    return color_map(look, *source->workload, source->settings.problem.parameters, values);
  return make_map(look, std::min(0.0, values.minimum), std::max(255.0, values.maximum), false);
}

ColorMap input_color_map(const Look& look, const Frame& frame) {
  ColorMap map = source_color_map(look, frame.plan, frame.input_summary);
  if (frame.plan.workload->gives_numbers()) put_ranks(map, look, frame);
  return map;
}

ColorMap color_map(const Look& look, const Frame& frame) {
  if (!frame.distances.empty()) return distance_color_map(look);
  ColorMap map = frame.plan.workload->colored_as_input()
                     ? input_color_map(look, frame)
                     : color_map(look, *frame.plan.workload, frame.plan.settings.problem.parameters, frame.summary);
  put_ranks(map, look, frame);
  return map;
}

}  // namespace heteroscope
