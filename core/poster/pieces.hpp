#pragma once

#include <algorithm>
#include <cstdint>

#include "core/model/basic_types.hpp"

namespace heteroscope {

/// The rectangles that a poster is computed in, of which none is held longer than it takes to write it: row by row of
/// pieces from the top, each row from the left.
class Pieces {
 public:
  Pieces(Size whole, Size piece) : whole_(whole), piece_(piece) {}

  [[nodiscard]] std::int64_t columns() const { return (std::int64_t{whole_.width} - 1) / piece_.width + 1; }
  [[nodiscard]] std::int64_t count() const {
    return columns() * ((std::int64_t{whole_.height} - 1) / piece_.height + 1);
  }
  [[nodiscard]] Cutout operator[](std::int64_t index) const {
    const std::int64_t x = index % columns() * piece_.width;
    const std::int64_t y = index / columns() * piece_.height;
    return {.x = static_cast<int>(x),
            .y = static_cast<int>(y),
            .size = {static_cast<int>(std::min<std::int64_t>(piece_.width, whole_.width - x)),
                     static_cast<int>(std::min<std::int64_t>(piece_.height, whole_.height - y))},
            .whole = whole_};
  }

 private:
  Size whole_;
  Size piece_;
};

}  // namespace heteroscope
