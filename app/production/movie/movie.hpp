#pragma once

#include <filesystem>
#include <memory>

#include "app/production/production.hpp"
#include "core/movie/key_frames.hpp"

namespace heteroscope {

/// Frames between key frames.
struct MovieOrder {
  KeyFrames keys;
  std::int64_t frames = 2;
  double rate = 30;  ///< frames a second, of a video
  std::filesystem::path out;
  bool reuse = false;   ///< frames of a zoom are taken from larger pictures where several lie in one
  bool resume = false;  ///< of PNGs: those that are there are kept
  bool allow_unstable = false;
  Waiter waiter{};
};

/// Looks at all that can be known before; its steps are the frames. Each is what `render` makes of its settings, and
/// all have one coloring: ends that would follow from a frame's own values are those that nine frames have, from the
/// first to the last. Several ranks share the frames. Throws BadInput where a frame cannot be computed, or nothing may
/// be written there.
std::unique_ptr<Production> make_movie(MovieOrder order);

}  // namespace heteroscope
