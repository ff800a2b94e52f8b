#include <memory>

#include "core/io/image/image_formats.hpp"
#include "core/io/image/image_limits.hpp"
#include "core/io/image/jpeg_reader.hpp"
#include "core/io/image/orientation.hpp"

namespace heteroscope {
namespace {

/// Inks to light, as far as that goes without a color profile: each leaves its share, black that of all three.
double luma_of_inks(const unsigned char* inks, bool inverted) {
  const auto light = [&](int i) { return inverted ? inks[i] : 255 - inks[i]; };
  return luma(light(0), light(1), light(2)) * light(3) / 255;
}

}  // namespace

Field decode_jpeg(std::span<const std::byte> bytes, const std::string& name) {
  JpegReader reader(bytes, name);
  const Size stored = reader.size();
  const UprightPlace place = upright(stored, exif_orientation(bytes));
  auto buffer = std::make_shared<Buffer>(MemoryKind::host, static_cast<std::size_t>(stored.area()) * sizeof(float));
  auto* out = static_cast<float*>(buffer->host());
  const JpegColors colors = reader.colors();
  const bool inverted = reader.inverted();
  for (int y = 0; y < stored.height; ++y) {
    const unsigned char* pixel = reader.next_row().data();
    float* target = out + place.index(0, y);
    for (int x = 0; x < stored.width; ++x, target += place.step_x) {
      if (colors == JpegColors::gray) {
        *target = *pixel++;
      } else if (colors == JpegColors::rgb) {
        *target = static_cast<float>(luma(pixel[0], pixel[1], pixel[2]));
        pixel += 3;
      } else {
        *target = static_cast<float>(luma_of_inks(pixel, inverted));
        pixel += 4;
      }
    }
  }
  reader.finish();
  return {place.size, Precision::fp32, std::move(buffer), nullptr};
}

}  // namespace heteroscope
