#pragma once

#include <cstdint>
#include <string>

#include "core/memory/pixels.hpp"
#include "core/run/compare.hpp"

namespace heteroscope {

/// Which comparison: two frames and the way in which it is drawn.
struct CompareKey {
  std::uint64_t frame = 0;
  std::uint64_t other = 0;  ///< serial number of the other frame; 0: the frame's own input
  DiffStyle style = DiffStyle::mask;
  bool operator==(const CompareKey&) const = default;
};

struct CompareResult {
  CompareKey key;
  Diff diff;                   ///< beyond: against the reference, by more than the variants' order of additions allows
  std::int64_t unwritten = 0;  ///< values that are beyond only where they are computed into memory filled with NaNs
  Pixels pixels;               ///< the diff picture
  Size picture;                ///< its size
  int step = 1;                ///< values along each side for one pixel, which shows the largest error
  std::string error;           ///< why it failed, in one line; then there are no pixels
};

}  // namespace heteroscope
