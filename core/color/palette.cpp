#include "core/color/palette.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

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

OkLab color_between(const std::vector<Stop>& stops, double place) {
  std::size_t next = 1;
  while (next + 1 < stops.size() && stops[next].place < place) ++next;
  const Stop& from = stops[next - 1];
  const Stop& to = stops[next];
  const double t = std::clamp((place - from.place) / (to.place - from.place), 0.0, 1.0);
  const auto mix = [t](double a, double b) { return a + t * (b - a); };
  return {mix(from.color.lightness, to.color.lightness), mix(from.color.a, to.color.a), mix(from.color.b, to.color.b)};
}

/// The entry after a cyclic palette's last is its first one; any other palette ends on its last stop.
void fill(Palette& palette, const std::vector<Stop>& stops) {
  const int steps = palette.cyclic ? palette_entries : palette_entries - 1;
  for (int i = 0; i < palette_entries; ++i) {
    palette.table[static_cast<std::size_t>(i)] = srgb_from_oklab(color_between(stops, static_cast<double>(i) / steps));
  }
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
  fill(palette, stops);
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

Palette palette_of_colors(std::span<const ColorStop> colors) {
  Palette out;
  out.id = own_palette;
  out.label = "Own";
  std::vector<Stop> stops;
  for (const ColorStop& each : colors) stops.push_back({each.place, oklab_from_srgb(each.color)});
  if (stops.size() == 1) stops.push_back(stops.front());
  fill(out, stops);
  return out;
}

std::shared_ptr<const Palette> changed_palette(const Palette& palette, const PaletteChange& change) {
  auto made = std::make_shared<Palette>(palette);
  auto& table = made->table;
  if (change.inverted) std::ranges::reverse(table);
  const int shift = (change.shift % palette_entries + palette_entries) % palette_entries;
  std::rotate(table.begin(), table.begin() + shift, table.end());
  constexpr std::size_t most_kept = 256;
  static std::mutex mutex;
  static std::deque<std::shared_ptr<const Palette>> kept;  // the newest at the end
  const std::lock_guard lock(mutex);
  const auto found =
      std::ranges::find_if(kept, [&](const auto& each) { return each->table == table && each->id == made->id; });
  if (found != kept.end()) {
    std::rotate(found, found + 1, kept.end());
    return kept.back();
  }
  made->serial = next_passing_table();
  kept.push_back(std::move(made));
  if (kept.size() > most_kept) kept.pop_front();
  return kept.back();
}

std::uint64_t next_passing_table() {
  static std::atomic<std::uint64_t> next{first_passing_table};
  return next++;
}

}  // namespace heteroscope
