#pragma once

#include <imgui.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "app/scope/timeline.hpp"
#include "app/window/model/window_model.hpp"

namespace heteroscope {

/// Where a timeline's rows stand.
struct RowsArea {
  ImVec2 from;
  ImVec2 to;
  TimeSpan span;
  UnitSpan units;     ///< that are looked at
  TimelineRows rows;  ///< of these
  float beside = 0;   ///< height of a row below the units'
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
  /// Height of a unit's rows.
  [[nodiscard]] float row() const { return (units_to() - from.y) / static_cast<float>(units.length()); }
  [[nodiscard]] float y_beside(std::size_t i) const { return units_to() + beside * static_cast<float>(i); }
  /// Where a unit begins; it may be above or below what is seen.
  [[nodiscard]] float y(std::uint32_t unit) const {
    return from.y + row() * static_cast<float>(static_cast<double>(unit) - units.from);
  }
  [[nodiscard]] double unit_at(float y) const {
    return units.from + static_cast<double>((y - from.y) / (units_to() - from.y)) * units.length();
  }
};

/// All units, or those that the mouse chose.
UnitSpan units_looked_at(const WindowModel& model);
/// The span moved and cut to lie in the whole, at least so long.
Stretch held(Stretch span, const Stretch& whole, double least);
/// So much of it, about a place that stays where it is.
Stretch zoomed(const Stretch& span, double at, double factor);

}  // namespace heteroscope
