#include "core/io/image/image_formats.hpp"
#include "core/io/image/image_plane.hpp"
#include "core/io/image/jpeg_reader.hpp"
#include "core/io/image/orientation.hpp"

namespace heteroscope {
namespace {

/// Inks to light, as far as that goes without a color profile: each leaves its share, black that of all three.
void put_inks(ImagePlane& plane, std::int64_t index, const unsigned char* inks, bool inverted) {
  const auto light = [&](int i) { return inverted ? inks[i] : 255 - inks[i]; };
  plane.put_value(index, plane.of(light(0), light(1), light(2)) * light(3) / 255);
}

}  // namespace

DecodedImage decode_jpeg(std::span<const std::byte> bytes, const std::string& name, ImageChannel channel) {
  JpegReader reader(bytes, name);
  const Size stored = reader.size();
  const UprightPlace place = upright(stored, exif_orientation(bytes));
  ImagePlane plane(place.size, channel);
  const JpegColors colors = reader.colors();
  const bool inverted = reader.inverted();
  for (int y = 0; y < stored.height; ++y) {
    const unsigned char* pixel = reader.next_row().data();
    std::int64_t target = place.index(0, y);
    for (int x = 0; x < stored.width; ++x, target += place.step_x) {
      if (colors == JpegColors::gray) {
        plane.put_value(target, *pixel++);
      } else if (colors == JpegColors::rgb) {
        plane.put_value(target, plane.of(pixel[0], pixel[1], pixel[2]));
        pixel += 3;
      } else {
        put_inks(plane, target, pixel, inverted);
        pixel += 4;
      }
    }
  }
  reader.finish();
  return std::move(plane).finish(colors != JpegColors::gray);
}

}  // namespace heteroscope
