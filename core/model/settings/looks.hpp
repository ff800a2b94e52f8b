#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/color/color_map.hpp"
#include "core/color/palette.hpp"
#include "core/model/settings/settings.hpp"
#include "core/summary/summary.hpp"

namespace heteroscope {

/// The palette and the scale that suit what the settings show: the workload's own, or its source's where the result
/// looks like it or is numbers about it.
Look natural_look(const Settings& settings, Catalog catalog);
/// Those that suit the settings' source by itself.
Look source_look(const Settings& settings, Catalog catalog);

/// The palette as the look has it: an own one of its stops, inverted and shifted. Whoever keeps a ColorMap of it beyond
/// the present picture keeps it, too. Throws BadInput for a palette that is unknown, or an own one without two stops.
std::shared_ptr<const Palette> palette_of(const Look& look);

/// The scales that a look can have: the ids of ColorScale, and `distance`.
const std::vector<std::string_view>& scale_ids();
/// "linear, sqrt": for messages.
std::string all_scales();

/// Colors follow from how a result's values are distributed: a frame must have been made with such a look.
bool colors_by_quantiles(const Look& look);
/// Colors follow from how far each pixel is from a set: a frame must have been made with such a look, and is colored by
/// it until another one is there.
bool colors_by_distance(const Look& look);
/// Whether the palette's ends can be chosen.
inline bool has_ends(const Look& look) {
  return !colors_by_quantiles(look) && !colors_by_distance(look);
}
/// Why results of these parameters cannot be colored by distance; empty if they can.
std::string refusal_of_distance(const Workload& workload, const Values& parameters);

/// The coloring of a workload's result by itself.
ColorMap color_map(const Look& look, const Workload& workload, const Values& parameters, const Summary& summary);
/// Widens automatic ends, so that the palette also reaches over what the map before had. Ends that are chosen, and
/// scales that have none or repeat, stay.
void widen_ends(ColorMap& map, const Look& look, const ColorMap& before);
/// The coloring of an image that no workload has made: linear over 0 to 255, and beyond where values are.
ColorMap image_color_map(const Look& look, const Summary& values);
/// The coloring of distances to a set, whatever they are: by the logarithm of 1 + distance.
ColorMap distance_color_map(const Look& look);

}  // namespace heteroscope
