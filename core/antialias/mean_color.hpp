#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "core/memory/pixels.hpp"

namespace heteroscope {

/// The mean of several pictures' colors, pixel by pixel, as light: of red, green and blue behind the sRGB transfer
/// curve. Sums are of floats, of the pictures in their order, so that the mean has the same bits everywhere. Pixels are
/// opaque RGBA8, red in the lowest byte; parallel.
class MeanColor {
 public:
  /// Makes room for pictures of so many pixels. Throws if the program's memory limit does not allow it.
  explicit MeanColor(std::size_t pixels);
  void add(std::span<const std::uint32_t> pixels);
  /// Pictures that were added.
  [[nodiscard]] int count() const { return count_; }
  /// One at least was added. Of equal colors the mean is that color.
  [[nodiscard]] Pixels mean() const;

 private:
  std::vector<float, memory::Accounted<float>> sums_;  ///< three a pixel
  int count_ = 0;
};

}  // namespace heteroscope
