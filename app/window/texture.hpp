#pragma once

#include <cstdint>

#include "core/types.hpp"

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
  /// Resizes and uploads a picture of any size, thinned out if it must be.
  void show(Size size, const std::uint32_t* pixels);

  [[nodiscard]] unsigned id() const { return id_; }
  [[nodiscard]] Size size() const { return size_; }
  [[nodiscard]] bool empty() const { return id_ == 0; }

 private:
  unsigned id_ = 0;
  Size size_;
};

/// By how much a picture must be thinned out, along each side, before OpenGL has a texture for it; 1: not at all.
int texture_step(Size size);
inline bool fits_texture(Size size) {
  return texture_step(size) == 1;
}

}  // namespace heteroscope
