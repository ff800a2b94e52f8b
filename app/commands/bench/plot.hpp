#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/bench/rows.hpp"

/// What plots of benchmarks are drawn with. Coordinates are pixels; y grows downward.
namespace heteroscope::plot {

inline constexpr double margin = 24;
inline constexpr double font = 12;
/// A sans-serif letter is seldom wider on average.
inline constexpr double letter = 0.6 * font;
inline constexpr std::string_view grid_color = "#dddddd";
inline constexpr std::string_view axis_color = "#666666";
inline constexpr std::string_view bold = " font-weight=\"bold\"";

double width_of(std::string_view text);

/// The picture's elements, as they are drawn.
class Canvas {
 public:
  void line(double x0, double y0, double x1, double y1, std::string_view color, double width = 1);
  void bar(double x, double y, double width, double height, std::string_view color, bool filled);
  void dot(double x, double y, std::string_view color);
  /// `anchor`: which part of the text stands at x; y is its baseline.
  void text(double x, double y, std::string_view words, std::string_view anchor = "start", std::string_view more = {});
  void text_upward(double x, double y, std::string_view words);
  [[nodiscard]] std::string svg(double width, double height, std::string_view title) const;

 private:
  std::string body_;
};

/// Texts in the order in which they came first.
class Names {
 public:
  std::size_t place(const std::string& name);
  [[nodiscard]] const std::vector<std::string>& all() const { return all_; }
  /// Of the widest.
  [[nodiscard]] double width() const;

 private:
  std::vector<std::string> all_;
};

/// Hues at equal distances; where they are many, neighbors differ in lightness too.
std::string color_of(std::size_t series, std::size_t count);

/// A variant, and with how many threads it ran where it ran with several counts.
std::string variant_text(const Bench& bench, const BenchRow& row);

/// From 0 or, if logarithmic, from a power of ten that leaves every value some length.
struct Scale {
  double low = 0, high = 1;  ///< logarithms if logarithmic
  bool logarithmic = false;
  std::vector<double> ticks;

  Scale(double least, double largest, bool logarithms);
  /// 0 at the axis' start to 1 at its end.
  [[nodiscard]] double share(double value) const;
};

/// The title, and below it the size and the machine; returns where the plot begins.
double heading(Canvas& canvas, const Bench& bench, std::string_view title, double width);
/// What is to be known about the rows, below the plot; returns the picture's height.
double footnotes(Canvas& canvas, const Bench& bench, double y, double width);

}  // namespace heteroscope::plot
