#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/color/color_map.hpp"

namespace heteroscope {

/// A palette sampled at palette_entries places; RGBA8, red in the lowest byte.
struct Palette {
  std::string id;
  std::string label;
  bool cyclic = false;
  std::array<std::uint32_t, palette_entries> table{};
  std::uint64_t serial = 0;
};

/// All palettes, perceptually even ones first; from assets/palettes.json, interpolated in OKLab.
const std::vector<Palette>& palettes();
/// Throws BadInput with the known ids.
const Palette& find_palette(std::string_view id);

}  // namespace heteroscope
