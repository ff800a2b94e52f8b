#include <cstdint>

#include "core/io/image/image_formats.hpp"
#include "core/io/image/image_plane.hpp"
#include "core/io/png/png_reader.hpp"

namespace heteroscope {
namespace {

/// `scale`: the sample that 1 of 255 is.
template <class Sample>
void put_row(const PngRow& row, bool gray, double scale, int width, ImagePlane& plane) {
  const auto* samples = static_cast<const Sample*>(row.rgba);
  const std::int64_t start = std::int64_t{row.y} * width;
  for (int x = row.first; x < width; x += row.step) {
    const Sample* pixel = samples + std::int64_t{4} * x;
    plane.put_value(start + x, (gray ? pixel[0] : plane.of(pixel[0], pixel[1], pixel[2])) / scale);
  }
}

}  // namespace

DecodedImage decode_png(std::span<const std::byte> bytes, const std::string& name, ImageChannel channel) {
  PngReader reader(bytes, name);
  const Size size = reader.checked_size();
  ImagePlane plane(size, channel);
  const PngFacts& facts = reader.facts();
  reader.read_rows(facts.wide, [&](const PngRow& row) {
    if (facts.wide) {
      put_row<std::uint16_t>(row, facts.gray, 257, size.width, plane);
    } else {
      put_row<std::uint8_t>(row, facts.gray, 1, size.width, plane);
    }
  });
  return std::move(plane).finish(!facts.gray);
}

}  // namespace heteroscope
