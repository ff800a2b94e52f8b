#include "app/window/texture.hpp"

#include <glad/gl.h>

#include <algorithm>
#include <vector>

namespace heteroscope {

Texture::~Texture() {
  if (id_ != 0) glDeleteTextures(1, &id_);
}

bool Texture::resize(Size size) {
  if (id_ != 0 && size == size_) return false;
  if (id_ != 0) glDeleteTextures(1, &id_);
  glCreateTextures(GL_TEXTURE_2D, 1, &id_);
  glTextureStorage2D(id_, 1, GL_RGBA8, size.width, size.height);
  glTextureParameteri(id_, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
  glTextureParameteri(id_, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
  size_ = size;
  return true;
}

void Texture::upload(const std::uint32_t* pixels) {
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTextureSubImage2D(id_, 0, 0, 0, size_.width, size_.height, GL_RGBA, GL_UNSIGNED_BYTE, pixels);
}

void Texture::show(Size size, const std::uint32_t* pixels) {
  const int step = texture_step(size);
  const Size thin{(size.width + step - 1) / step, (size.height + step - 1) / step};
  resize(thin);
  if (step == 1) {
    upload(pixels);
    return;
  }
  std::vector<std::uint32_t> kept(static_cast<std::size_t>(thin.area()));
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const auto row = static_cast<std::int64_t>(i) / thin.width * step;
    const auto column = static_cast<std::int64_t>(i) % thin.width * step;
    kept[i] = pixels[row * size.width + column];
  }
  upload(kept.data());
}

int texture_step(Size size) {
  constexpr std::int64_t most_pixels = std::int64_t{1} << 26;  // 256 MiB on the graphics card
  static const int longest = [] {
    GLint out = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &out);
    return std::max(static_cast<int>(out), 1024);
  }();
  int step = 1;
  const auto along = [&](int side) { return (side + step - 1) / step; };
  while (along(size.width) > longest || along(size.height) > longest ||
         std::int64_t{along(size.width)} * along(size.height) > most_pixels) {
    ++step;
  }
  return step;
}

}  // namespace heteroscope
