#pragma once

#include <cstdint>
#include <optional>
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
  Diff diff;          ///< beyond: against the reference, by more than the variants' order of additions allows
  Pixels pixels;      ///< the diff picture
  Size picture;       ///< its size
  int step = 1;       ///< values along each side for one pixel, which shows the largest error
  std::string error;  ///< why it failed, in one line; then there are no pixels
};

/// What is known of whether all of a picture is written that a person's file computes.
struct WrittenCheck {
  std::int64_t unwritten = 0;  ///< values that are wrong only where they are computed into memory filled with NaNs
  std::string why_not;         ///< why that is not known, in one line; empty: it is, or it is being found out
  std::optional<double> waits_since_s;  ///< since when it is being found out
};

}  // namespace heteroscope
