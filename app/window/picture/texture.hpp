#pragma once

#include <cstdint>

#include "core/types/types.hpp"

namespace heteroscope {

/// An RGBA8 texture, row 0 of the picture first. Belongs to the OpenGL context that was current when it was made.
class Texture {
 public:
  Texture() = default;
  ~Texture();
  Texture(const Texture&) = delete;
  Texture& operator=(const Texture&) = delete;

  /// Makes new, uninitialized storage if the size differs. True if it did.
  bool resize(Size size);
  /// Uploads size().area() pixels, rows packed.
  void upload(const std::uint32_t* pixels);

  /// Resizes and uploads.
  void show(Size size, const std::uint32_t* pixels);

  [[nodiscard]] unsigned id() const { return id_; }
  [[nodiscard]] Size size() const { return size_; }
  [[nodiscard]] bool empty() const { return id_ == 0; }

 private:
  unsigned id_ = 0;
  Size size_;
};

/// Returns the longest side of a texture in the current OpenGL context, in pixels.
int longest_texture_side();
/// Returns the most pixels of a picture that becomes one texture; of a larger one the visible part is sampled. 2^26
/// (256 MiB on the graphics card), or $HETEROSCOPE_TEXTURE_PIXELS. Throws BadInput if that is not a number from 4096 to
/// 2^26.
std::int64_t most_texture_pixels();
bool fits_texture(Size size);
/// Returns how many pixels along each side must become one for the picture to fit into a texture.
int texture_step(Size size);

}  // namespace heteroscope
