#include "app/window/picture/read_pixels.hpp"

#include <glad/gl.h>

#include <algorithm>

namespace heteroscope {

Picture read_pixels(Size framebuffer, std::array<int, 4> rect) {
  const auto [x0, y0, x1, y1] = rect;
  const int left = std::clamp(x0, 0, framebuffer.width);
  const int top = std::clamp(y0, 0, framebuffer.height);
  const Size size{std::clamp(x1, left, framebuffer.width) - left, std::clamp(y1, top, framebuffer.height) - top};
  Picture out{size, Pixels(static_cast<std::size_t>(size.area()))};
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  // OpenGL counts rows from the lowest
  glReadPixels(left, framebuffer.height - top - size.height, size.width, size.height, GL_RGBA, GL_UNSIGNED_BYTE,
               out.pixels.data());
  for (int y = 0; y < size.height / 2; ++y) {
    const auto row = [&](int at) { return out.pixels.begin() + std::ptrdiff_t{at} * size.width; };
    std::swap_ranges(row(y), row(y + 1), row(size.height - 1 - y));
  }
  for (std::uint32_t& pixel : out.pixels) pixel |= 0xff000000u;
  return out;
}

}  // namespace heteroscope
