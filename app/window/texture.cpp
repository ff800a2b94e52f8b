#include "app/window/texture.hpp"

#include <glad/gl.h>

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

}  // namespace heteroscope
