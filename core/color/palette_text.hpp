#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/color/color_stop.hpp"

namespace heteroscope {

/// "0:#102030,0.5:#ffffff,1:#000000": places and colors as a person writes them.
std::string text_of_stops(std::span<const ColorStop> stops);
/// Throws BadInput, in a line that calls them `what`, for a text that is none: two stops at least and 256 at most, in
/// rising order, at places from 0 to 1.
std::vector<ColorStop> parse_stops(std::string_view what, std::string_view text);

/// Whether a file's name says that a palette is in it: .gpl (GIMP) or .map (Fractint).
bool is_palette_file(const std::filesystem::path& path);
/// The colors of such a file, at equal distances. Throws BadInput, naming the file, for one that has no palette of 2 to
/// 256 colors.
std::vector<ColorStop> load_palette_file(const std::filesystem::path& path);

}  // namespace heteroscope
