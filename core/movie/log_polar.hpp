#pragma once

#include <cstdint>

#include "core/model/settings/view.hpp"
#include "core/types/field_view.hpp"

namespace heteroscope {

/// A zoom in one picture: its columns are directions around the middle of the narrower of two views (the first points
/// to the right, and they turn toward the top of the picture), its rows distances from it, each smaller than the one
/// above by the factor that makes pixels square. To zoom is to move down in it. It reaches from a circle around both
/// views to half a pixel of the narrower one, and in the corners of a picture of `size` around its middle has a pixel's
/// fineness.
struct LogPolar {
  View disk;  ///< as wide as the first row's outer edge
  int columns = 0;
  std::int64_t rows = 0;

  /// Rows are made from squares around the middle, each half as wide as the one before: which.
  [[nodiscard]] std::int64_t square_of(std::int64_t row) const;
  [[nodiscard]] std::int64_t squares() const { return square_of(rows - 1) + 1; }
  /// Columns and rows of each square: its pixels are nowhere larger than those that are made from it.
  [[nodiscard]] int square_side() const;
  /// A row's distance from the middle, in pixels of its square.
  [[nodiscard]] double radius(std::int64_t row) const;
  /// A column's direction: right and up.
  struct Direction {
    double x = 1, y = 0;
  };
  [[nodiscard]] Direction direction(int column) const;
  /// The pixel of a square that a place lies in.
  struct Pixel {
    int x = 0, y = 0;
  };
  [[nodiscard]] Pixel pixel(double radius, const Direction& direction) const;
};

/// `size`: of the frames. The views are of such frames.
LogPolar log_polar(const View& from, const View& to, Size size);
/// The square after one of this view.
View next_square(const View& square);

}  // namespace heteroscope
