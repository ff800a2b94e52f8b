#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/color/color_map.hpp"
#include "core/model/settings/settings.hpp"
#include "core/run/frame.hpp"

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

/// The palette and the scale that suit what the settings show: the workload's own, or its source's where the result
/// looks like it or is numbers about it.
Look natural_look(const Settings& settings, Catalog catalog);
/// Those that suit the settings' source by itself.
Look source_look(const Settings& settings, Catalog catalog);

/// The scales that a look can have: the ids of ColorScale, and `distance`.
const std::vector<std::string_view>& scale_ids();
/// "linear, sqrt": for messages.
std::string all_scales();

/// Colors follow from how a result's values are distributed: a frame must have been made with such a look.
bool colors_by_ranks(const Look& look);
/// Colors follow from how far each pixel is from a set: a frame must have been made with such a look, and is colored by
/// it until another one is there.
bool colors_by_distance(const Look& look);
/// Whether the palette's ends can be chosen.
inline bool has_ends(const Look& look) {
  return !colors_by_ranks(look) && !colors_by_distance(look);
}
/// Why results of these parameters cannot be colored by distance; empty if they can.
std::string refusal_of_distance(const Workload& workload, const Values& parameters);
/// The coloring of what a frame's colors are of (Frame::colored()) under the look: explicit ends, or automatic ones
/// from the workload, the source and the values. By ranks only for as long as the frame is there.
ColorMap color_map(const Look& look, const Frame& frame);
/// The coloring of the frame's source: as its workload has it, or linear over 0 to 255 and beyond where values are.
ColorMap input_color_map(const Look& look, const Frame& frame);
/// The same of such a plan's source, with those values.
ColorMap source_color_map(const Look& look, const Plan& plan, const Summary& values);
/// The same of distances, whatever they are.
ColorMap distance_color_map(const Look& look);
/// The coloring of a workload's result by itself.
ColorMap color_map(const Look& look, const Workload& workload, const Values& parameters, const Summary& summary);

}  // namespace heteroscope
