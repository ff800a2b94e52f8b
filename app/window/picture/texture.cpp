#include "app/window/picture/texture.hpp"

#include <glad/gl.h>

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/base/number_text.hpp"
#include "core/run/compare.hpp"

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
  resize(size);
  upload(pixels);
}

int longest_texture_side() {
  static const int longest = [] {
    GLint out = 0;
    glGetIntegerv(GL_MAX_TEXTURE_SIZE, &out);
    return std::max(static_cast<int>(out), 1024);
  }();
  return longest;
}

std::int64_t most_texture_pixels() {
  static constexpr std::int64_t fewest = 4096;
  static constexpr std::int64_t most = std::int64_t{1} << 26;
  static const std::int64_t chosen = [] {
    const char* text = std::getenv("HETEROSCOPE_TEXTURE_PIXELS");
    if (text == nullptr || *text == '\0') return most;
    const auto out = number_from<std::int64_t>(text);
    if (out && *out >= fewest && *out <= most) return *out;
    throw BadInput(
        fmt::format("HETEROSCOPE_TEXTURE_PIXELS: {} is not a number from {} to {}", quote(text), fewest, most));
  }();
  return chosen;
}

bool fits_texture(Size size) {
  return size.width <= longest_texture_side() && size.height <= longest_texture_side() &&
         size.area() <= most_texture_pixels();
}

int texture_step(Size size) {
  int step = 1;
  while (!fits_texture(diff_picture_size(size, step))) ++step;
  return step;
}

}  // namespace heteroscope
