#pragma once

#include <imgui.h>

#include <algorithm>
#include <cstdint>

#include "app/scope/timeline.hpp"
#include "app/window/model/window_model.hpp"

namespace heteroscope {

/// The place of a timeline's rows.
struct RowsArea {
  ImVec2 from;
  ImVec2 to;
  TimeSpan span;
  UnitSpan units;     ///< the visible units
  TimelineRows rows;  ///< the rows of these units
  float beside = 0;   ///< height of a row below those of the units
  std::size_t besides = 0;

  [[nodiscard]] float x(double us) const {
    const double share = std::clamp((us - span.from) / span.length(), 0.0, 1.0);
    return from.x + static_cast<float>(share) * (to.x - from.x);
  }
  [[nodiscard]] double us(float x) const {
    return span.from + static_cast<double>((x - from.x) / (to.x - from.x)) * span.length();
  }
  /// Returns the lower end of the units' rows.
  [[nodiscard]] float units_to() const { return to.y - beside * static_cast<float>(besides); }
  /// Returns the height of a unit's rows.
  [[nodiscard]] float row() const { return (units_to() - from.y) / static_cast<float>(units.length()); }
  [[nodiscard]] float y_beside(std::size_t i) const { return units_to() + beside * static_cast<float>(i); }
  /// Returns the upper end of a unit's rows, which may be out of sight.
  [[nodiscard]] float y(std::uint32_t unit) const {
    return from.y + row() * static_cast<float>(static_cast<double>(unit) - units.from);
  }
  [[nodiscard]] double unit_at(float y) const {
    return units.from + static_cast<double>((y - from.y) / (units_to() - from.y)) * units.length();
  }
};

/// Returns the visible units: all, or those that a person has zoomed to.
UnitSpan units_looked_at(const WindowModel& model);
/// Returns the stretch moved and cut so that it lies in the whole and is at least `least` long.
Stretch held(Stretch span, const Stretch& whole, double least);
/// Returns the stretch scaled about a place that stays fixed.
Stretch zoomed(const Stretch& span, double at, double factor);

}  // namespace heteroscope
