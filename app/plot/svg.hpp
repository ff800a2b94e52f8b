#pragma once

#include <string>
#include <vector>

#include "app/plot/drawing.hpp"
#include "app/plot/figure.hpp"
#include "app/plot/style.hpp"

namespace heteroscope {

inline constexpr double svg_font = 12;    ///< the letters' size, in pixels
inline constexpr double svg_base = 0.35;  ///< of that size, from the middle of a line of letters down to its base line

/// The style of figures: dark on white, for letters of svg_font.
const PlotStyle& svg_style();

/// The figure as SVG; the pixels of its pictures are within it.
std::string svg(const PlotFigure& figure);

/// The id of a picture within a page, and its description for those who cannot see it.
struct SvgWords {
  std::string id;  ///< each once in a page
  std::string title, about;
};
/// The drawing as an element of a page, in the page's light or dark colors (assets/report/report.css).
std::string svg_in_page(const Drawing& drawing, double width, double height, const SvgWords& words);

inline constexpr double figure_margin = 24;
/// Puts a title into the picture's upper left corner, and below it what is to be known; returns where the plot begins.
double put_heading(Drawing& out, const std::string& title, const std::string& about, double width);
/// Puts a paragraph below a height, between the margins; returns the height of its last line.
double put_paragraph(Drawing& out, const std::string& words, double y, double width);

/// Lines of words that fit into a width, broken between words.
std::vector<std::string> wrapped(const std::string& text, double width, const PlotStyle& style);

}  // namespace heteroscope
