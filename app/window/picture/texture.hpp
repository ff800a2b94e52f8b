#pragma once

#include <cstdint>

#include "core/types/types.hpp"

namespace heteroscope {

/// An RGBA8 texture, row 0 of the picture first. Lives in the OpenGL context that was current when it was made.
class Texture {
 public:
  Texture() = default;
  ~Texture();
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;

  /// New, uninitialized storage if the size differs. True if the storage is another one than before.
  bool resize(Size size);
  /// size().area() pixels, rows packed.
  void upload(const std::uint32_t* pixels);

  /// Both.
  void show(Size size, const std::uint32_t* pixels);

  [[nodiscard]] unsigned id() const { return id_; }
  [[nodiscard]] Size size() const { return size_; }
  [[nodiscard]] bool empty() const { return id_ == 0; }

 private:
  unsigned id_ = 0;
  Size size_;
};

/// The longest side of a texture, pixels, as the current OpenGL context has it.
int longest_texture_side();
/// The most pixels of a picture that becomes one texture; of a larger one the part that is seen is sampled. 2^26 (256
/// MiB on the graphics card), or $HETEROSCOPE_TEXTURE_PIXELS. Throws BadInput where that is no number from 4096 to
/// 2^26.
std::int64_t most_texture_pixels();
bool fits_texture(Size size);
/// How many pixels along each side must become one for the picture to fit.
int texture_step(Size size);

}  // namespace heteroscope
