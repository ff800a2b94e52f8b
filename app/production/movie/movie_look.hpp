#pragma once

#include <optional>

#include "core/color/color_map.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// Whether the colors' ends follow from the values of each frame, and would jump from frame to frame. Ranks do not:
/// they follow from all of a frame's values, and change as slowly as these; nor do distances, in pixels of the frame.
bool look_follows_values(const Settings& settings);

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
