#pragma once

#include <imgui.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "app/scope/timeline.hpp"
#include "app/window/shell/state.hpp"

/// The timeline's rows below those of the units: what was done beside the pieces.
namespace heteroscope {

/// Where the rows stand.
struct RowsArea {
  ImVec2 from;
  ImVec2 to;
  TimeSpan span;
  std::uint32_t units = 0;
  float beside = 0;  ///< height of a row below the units'
  std::size_t besides = 0;

  [[nodiscard]] float x(double us) const {
    const double share = std::clamp((us - span.from) / span.length(), 0.0, 1.0);
    return from.x + static_cast<float>(share) * (to.x - from.x);
  }
  [[nodiscard]] double us(float x) const {
    return span.from + static_cast<double>((x - from.x) / (to.x - from.x)) * span.length();
  }
  /// Where the units' rows end.
  [[nodiscard]] float units_to() const { return to.y - beside * static_cast<float>(besides); }
  [[nodiscard]] float row() const { return (units_to() - from.y) / static_cast<float>(std::max(units, 1U)); }
  [[nodiscard]] float y_beside(std::size_t i) const { return units_to() + beside * static_cast<float>(i); }
  [[nodiscard]] float y(std::uint32_t unit) const { return from.y + row() * static_cast<float>(unit); }
};

/// All of the time that has something: pieces, and what was done beside them.
TimeSpan whole_of(const Timeline& timeline, std::span<const Timeline::Beside> beside);
/// The timeline's rows beside the units', and the display's, where the frame is the one on the screen.
std::vector<Timeline::Beside> beside_of(const State& state);
void draw_beside(const State& state, const RowsArea& area, std::span<const Timeline::Beside> beside);
/// A tooltip about what the mouse is at in these rows.
void tell_beside(const RowsArea& area, std::span<const Timeline::Beside> beside, ImVec2 mouse);

}  // namespace heteroscope
