#pragma once

#include <algorithm>
#include <cstdint>

#include "core/types/basic_types.hpp"

namespace heteroscope {

/// Which piece comes after which: row by row from the top, each row from the left; or the four quarters of a square of
/// pieces after each other, and likewise within each quarter (Z-order), so that pieces of twice the side have the same
/// cells in the same order.
enum class PieceOrder { rows, quarters };

/// The rectangles that a poster is computed in, of which none is held longer than it takes to write it.
class Pieces {
 public:
  Pieces(Size whole, Size piece, PieceOrder order = PieceOrder::rows) : whole_(whole), piece_(piece), order_(order) {}

  [[nodiscard]] std::int64_t columns() const { return (std::int64_t{whole_.width} - 1) / piece_.width + 1; }
  [[nodiscard]] std::int64_t rows() const { return (std::int64_t{whole_.height} - 1) / piece_.height + 1; }
  [[nodiscard]] std::int64_t count() const { return columns() * rows(); }
  [[nodiscard]] Cutout operator[](std::int64_t index) const {
    const Place place = order_ == PieceOrder::rows ? Place{index % columns(), index / columns()} : in_quarters(index);
    const std::int64_t x = place.column * piece_.width;
    const std::int64_t y = place.row * piece_.height;
    return {.x = static_cast<int>(x),
            .y = static_cast<int>(y),
            .size = {static_cast<int>(std::min<std::int64_t>(piece_.width, whole_.width - x)),
                     static_cast<int>(std::min<std::int64_t>(piece_.height, whole_.height - y))},
            .whole = whole_};
  }

 private:
  struct Place {
    std::int64_t column = 0;
    std::int64_t row = 0;
  };
  /// Goes down into the quarter that has the piece, past those before it.
  [[nodiscard]] Place in_quarters(std::int64_t index) const {
    Place out;
    std::int64_t side = 1;
    while (side < std::max(columns(), rows())) side *= 2;
    while (side > 1) {
      side /= 2;
      for (int quarter = 0; quarter < 4; ++quarter) {
        const Place here{out.column + quarter % 2 * side, out.row + quarter / 2 * side};
        const std::int64_t pieces = std::clamp<std::int64_t>(columns() - here.column, 0, side) *
                                    std::clamp<std::int64_t>(rows() - here.row, 0, side);
        if (index < pieces) {
          out = here;
          break;
        }
        index -= pieces;
      }
    }
    return out;
  }

  Size whole_;
  Size piece_;
  PieceOrder order_ = PieceOrder::rows;
};

}  // namespace heteroscope
