#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "core/model/settings/view.hpp"
#include "core/types/field_view.hpp"

namespace heteroscope {

/// Consecutive frames of a movie, all of one rotation, that lie wholly in one view, none of them narrower than half of
/// it: a picture of that view with twice the columns and rows has a pixel at most half a pixel's width and height away
/// from each of theirs.
struct Covering {
  std::int64_t first = 0;
  std::int64_t count = 0;
  View view;
};

/// The coverings of a movie, in the order of its frames, each with as many as can be, and more than such a picture
/// costs: four. Other frames are in none. `view`: of a frame. `size`: of all.
std::vector<Covering> coverings(std::int64_t frames, const std::function<View(std::int64_t)>& view, Size size);

/// Gives each value of `to`, which shows `view`, the value of the pixel of `from` that its place lies in. `from` shows
/// `covering`, has twice its columns and rows, and is of the same precision.
void take_values(const FieldView& from, const View& covering, const FieldView& to, const View& view, bool y_up);

}  // namespace heteroscope
