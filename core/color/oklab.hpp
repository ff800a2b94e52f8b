#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace heteroscope {

/// A color in OKLab: lightness 0 to 1, and the green-red and blue-yellow axes, about ±0.4.
/// Source of the formulas: Björn Ottosson, https://bottosson.github.io/posts/oklab/
struct OkLab {
  double lightness = 0;
  double a = 0;
  double b = 0;
};

/// Linear light, 0 to 1, to the sRGB transfer curve (IEC 61966-2-1).
inline double srgb_encode(double linear) {
  return linear <= 0.0031308 ? 12.92 * linear : 1.055 * std::pow(linear, 1 / 2.4) - 0.055;
}

inline double srgb_decode(double encoded) {
  return encoded <= 0.04045 ? encoded / 12.92 : std::pow((encoded + 0.055) / 1.055, 2.4);
}

/// RGBA8, red in the lowest byte, opaque; what lies outside the sRGB gamut is clipped channel by channel.
inline std::uint32_t srgb_from_oklab(const OkLab& color) {
  const double l_ = color.lightness + 0.3963377774 * color.a + 0.2158037573 * color.b;
  const double m_ = color.lightness - 0.1055613458 * color.a - 0.0638541728 * color.b;
  const double s_ = color.lightness - 0.0894841775 * color.a - 1.2914855480 * color.b;
  const double l = l_ * l_ * l_;
  const double m = m_ * m_ * m_;
  const double s = s_ * s_ * s_;
  const auto byte = [](double linear) {
    return static_cast<std::uint32_t>(std::lround(255 * srgb_encode(std::clamp(linear, 0.0, 1.0))));
  };
  return byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) |
         byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) << 8 |
         byte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s) << 16 | 0xff000000u;
}

/// The sRGB color of a color in OKLab's polar form: chroma, and the hue in turns from +a toward +b.
inline std::uint32_t srgb_from_oklch(double lightness, double chroma, double turns) {
  const double angle = 2 * std::numbers::pi * turns;
  return srgb_from_oklab({lightness, chroma * std::cos(angle), chroma * std::sin(angle)});
}

inline OkLab oklab_from_srgb(std::uint32_t rgba) {
  const auto channel = [rgba](int shift) { return srgb_decode(((rgba >> shift) & 255u) / 255.0); };
  const double red = channel(0);
  const double green = channel(8);
  const double blue = channel(16);
  const double l = std::cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const double m = std::cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const double s = std::cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
          1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
          0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s};
}

}  // namespace heteroscope
