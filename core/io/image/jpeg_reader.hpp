#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "core/types/basic_types.hpp"

namespace heteroscope {

/// The kind of a JPEG's pixels, as JpegReader returns them: bytes, `samples` a pixel.
enum class JpegColors { gray, rgb, cmyk };

/// A JPEG in memory, read by libjpeg row by row. Memory: a few rows, and of a progressive file two bytes for each
/// coefficient (of blocks that the file has the bytes for). Members throw BadInput, naming `name`, for what is cut
/// short, damaged, beyond the limits (image_limits.hpp), has more than 100 scans, or is of a kind that cannot be read
/// (arithmetic, lossless, 12 bits); and std::bad_alloc. The bytes must outlive it.
class JpegReader {
 public:
  JpegReader(std::span<const std::byte> bytes, const std::string& name);
  ~JpegReader();
  JpegReader(const JpegReader&) = delete;
  JpegReader& operator=(const JpegReader&) = delete;

  [[nodiscard]] Size size() const;  ///< as stored, not turned upright
  [[nodiscard]] JpegColors colors() const;
  /// CMYK as Adobe's programs write it: 255 is no ink.
  [[nodiscard]] bool inverted() const;
  /// The next row, from the top; valid until the next call. Call it once a row, then finish().
  std::span<const unsigned char> next_row();
  /// Reads what follows the pixels: a file without its end is refused.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace heteroscope
