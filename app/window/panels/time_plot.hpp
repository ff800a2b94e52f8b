#pragma once

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "app/window/shell/state.hpp"

/// What the graphs of the last frames are drawn with.
namespace heteroscope {

/// A part of a frame's bar.
struct Piece {
  const char* label;
  double ms;
  ImU32 color;
};

/// The stages as they follow each other: while both sides compute, the time belongs to both; the rest to the slower
/// one.
std::array<Piece, 8> pieces_of(const FrameSample& sample, const Theme& theme);

/// A graph's frame: title, axis labels, and the plot's rectangle.
struct Plot {
  ImVec2 from, to;
  double top = 1;
  bool hovered = false;
  bool logarithmic = false;                     ///< from a thousandth of the top on
  static constexpr double least_of_log = 1000;  ///< the top over the least

  [[nodiscard]] float width() const { return to.x - from.x; }
  [[nodiscard]] float height() const { return to.y - from.y; }
  [[nodiscard]] float y(double value) const {
    const double share = !logarithmic ? value / top
                         : value > 0  ? 1 + std::log(value / top) / std::log(least_of_log)
                                      : 0;
    return to.y - height() * static_cast<float>(std::clamp(share, 0.0, 1.0));
  }
  /// Pixel column at which the i-th of `count` bars begins; the newest ends at the right. A few frames get wide bars.
  [[nodiscard]] float x(std::size_t i, std::size_t count) const {
    return std::floor(to.x - width() * static_cast<float>(count - i) / static_cast<float>(slots(count)));
  }
  [[nodiscard]] static std::size_t slots(std::size_t count) {
    return std::clamp(count, std::size_t{75}, FrameHistory::longest);
  }
};

/// Text that ends at a point.
void right_text(ImVec2 at, const std::string& text, ImU32 color);
/// Fills what is left of the ImGui window but for `below`.
Plot begin_plot(const State& state, const char* id, double top, const std::string& top_label,
                const std::string& middle_label, float below, const std::string& bottom_label = "0");
/// The frame under the mouse; nothing if the graph is not hovered there.
const FrameSample* hovered_sample(const State& state, const Plot& plot);
/// Marks it in the plot and says in a tooltip what it took.
void show_hovered(const State& state, const Plot& plot);
/// A heading, and on the right the longest of the figures' texts that there is room for.
void title(const State& state, const char* text, const std::vector<std::string>& figures);
/// A tooltip in the size of the other panels' tooltips.
void graph_help(const State& state, std::string_view text);

}  // namespace heteroscope
