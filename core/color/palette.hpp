#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/color/color_map.hpp"
#include "core/color/color_stop.hpp"

namespace heteroscope {

/// A palette sampled at palette_entries places; RGBA8, red in the lowest byte.
struct Palette {
  std::string id;
  std::string label;
  bool cyclic = false;
  std::array<std::uint32_t, palette_entries> table{};
  std::uint64_t serial = 0;
};

/// How a palette differs from the one that it is made of.
struct PaletteChange {
  bool inverted = false;  ///< it runs from the end to the start
  int shift = 0;          ///< by so many entries it is turned
  bool operator==(const PaletteChange&) const = default;
};

/// The id of palettes that are made of a person's colors.
inline constexpr std::string_view own_palette = "own";
inline constexpr std::size_t most_color_stops = 256;

/// A palette of colors at rising places, between which it is interpolated in OKLab. What lies before the first place or
/// after the last has their colors. There is at least one.
Palette palette_of_colors(std::span<const ColorStop> colors);

/// The palette with its change. Of those that were asked for last the same object comes again, so that its colors are
/// copied to a GPU once.
std::shared_ptr<const Palette> changed_palette(const Palette& palette, const PaletteChange& change);

/// Serials of tables that come and go begin here; next_passing_table() gives each one another.
inline constexpr std::uint64_t first_passing_table = std::uint64_t{1} << 32;
std::uint64_t next_passing_table();

/// All palettes, perceptually even ones first; from assets/palettes.json, interpolated in OKLab.
const std::vector<Palette>& palettes();
/// Throws BadInput with the known ids.
const Palette& find_palette(std::string_view id);

}  // namespace heteroscope
