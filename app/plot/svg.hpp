#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/plot/drawing.hpp"
#include "app/plot/style.hpp"

namespace heteroscope {

/// Dark on white, for letters of 12 pixels.
const PlotStyle& svg_style();

/// The drawing as a picture that stands alone.
std::string svg(const Drawing& drawing, double width, double height, std::string_view title);

/// Lines of words that fit into a width, broken between words.
std::vector<std::string> wrapped(const std::string& text, double width, const PlotStyle& style);

}  // namespace heteroscope
