#pragma once

#include <memory>

#include "core/frame/frame.hpp"
#include "core/memory/pixels.hpp"
#include "core/model/settings/settings.hpp"

namespace heteroscope {

struct WindowModel;
struct FrameView;

/// A frame's picture as the mean of several samples of each pixel.
struct MeanPicture {
  std::shared_ptr<const Frame> frame;  ///< the first sample
  Look look;                           ///< the look that it has been made for
  int samples = 1;                     ///< the number of samples in it
  Pixels pixels;
};

/// Returns whether the mean is of the frame that is shown, in the present colors.
bool is_of_present(const MeanPicture& mean, const WindowModel& model, const FrameView& view);
/// Returns whether the picture must show its frame's own colors, because values are compared or the scope is open.
bool shows_single_sample(const WindowModel& model);
/// Returns the mean that is shown in their place; null if they are shown.
const MeanPicture* shown_mean(const WindowModel& model, const FrameView& view);

}  // namespace heteroscope
