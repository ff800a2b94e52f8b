#pragma once

#include <optional>

#include "core/color/color_map.hpp"
#include "core/model/settings.hpp"

namespace heteroscope {

/// Whether the colors' ends follow from the values of each frame, so that one value would have other colors from frame
/// to frame. Throws BadInput for colors by ranks, which always do.
bool look_follows_values(const Settings& settings, Catalog catalog);

/// The widest ends of the frames that have been looked at.
class WidestLook {
 public:
  void add(const ColorMap& colors);
  /// The look with these ends; as it is where no frame had a value beside another.
  [[nodiscard]] Look of(Look look) const;

 private:
  std::optional<double> low_, high_;
};

}  // namespace heteroscope
