#pragma once

#include <memory>

#include "core/memory/pixels.hpp"
#include "core/model/settings/settings.hpp"
#include "core/run/frame.hpp"

namespace heteroscope {

struct WindowModel;
struct FrameView;

/// A frame's picture as the mean of several samples of each pixel.
struct MeanPicture {
  std::shared_ptr<const Frame> frame;  ///< the first sample
  Look look;                           ///< that it has been made for
  int samples = 1;                     ///< that are in it
  Pixels pixels;
};

/// It is of the frame that is shown, in the present colors.
bool is_of_present(const MeanPicture& mean, const WindowModel& model, const FrameView& view);
/// The picture shows its frame's own colors, whatever is wanted of it: values are compared, or the scope is open.
bool shows_single_sample(const WindowModel& model);
/// What it shows in their place; null where it shows them.
const MeanPicture* shown_mean(const WindowModel& model, const FrameView& view);

}  // namespace heteroscope
