#include "core/color/palette.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/color/oklab.hpp"
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

}  // namespace heteroscope
