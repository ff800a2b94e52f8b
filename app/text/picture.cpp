#include "app/text/picture.hpp"

#include <fmt/format.h>

#include "app/text/document.hpp"
#include "core/base/ceil_div.hpp"

namespace heteroscope {

std::string base64(std::span<const std::byte> bytes) {
  static constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  constexpr std::size_t group = 3;
  std::string out;
  out.reserve(ceil_div(bytes.size(), group) * 4);
  for (std::size_t i = 0; i < bytes.size(); i += group) {
    const std::size_t count = std::min(group, bytes.size() - i);
    std::uint32_t bits = 0;
    for (std::size_t k = 0; k < group; ++k)
      bits = bits << 8 | (k < count ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0);
    for (std::size_t k = 0; k < 4; ++k) out += k <= count ? letters[bits >> (18 - 6 * k) & 63u] : '=';
  }
  return out;
}

std::string html_png(std::span<const std::byte> png, Size size, std::string_view words) {
  return fmt::format("<img src=\"data:image/png;base64,{}\" width=\"{}\" height=\"{}\" alt=\"{}\">\n", base64(png),
                     size.width, size.height, html_escaped(words));
}

}  // namespace heteroscope
