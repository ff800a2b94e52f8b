#pragma once

#include <string>
#include <vector>

#include "app/window/model/ui/ui.hpp"

namespace heteroscope {

/// A participant's part of the bar.
struct ShareSegment {
  std::string name;
  double share = 0;  ///< the part of the whole, 0 to 1
  ImU32 color = 0;
};

/// Draws the shares of participants side by side in a row, with a border between each two. With `movable` a border can
/// be dragged: true while one is, and the shares change.
bool shares_bar(const Ui& ui, std::vector<ShareSegment>& segments, bool enabled, bool movable);

}  // namespace heteroscope
