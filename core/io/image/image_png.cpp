#include <cstdint>
#include <memory>

#include "core/io/image/image_formats.hpp"
#include "core/io/image/image_limits.hpp"
#include "core/io/png/png_reader.hpp"

namespace heteroscope {
namespace {

/// `scale`: the sample that 1 of 255 is.
template <class Sample>
void write_luma(const PngRow& row, bool gray, double scale, std::span<float> out) {
  const auto* samples = static_cast<const Sample*>(row.rgba);
  for (std::size_t x = static_cast<std::size_t>(row.first); x < out.size(); x += static_cast<std::size_t>(row.step)) {
    const Sample* pixel = samples + 4 * x;
    out[x] = static_cast<float>((gray ? pixel[0] : luma(pixel[0], pixel[1], pixel[2])) / scale);
  }
}

}  // namespace

Field decode_png_luma(std::span<const std::byte> bytes, const std::string& name) {
  PngReader reader(bytes, name);
  const Size size = reader.checked_size();
  const auto area = static_cast<std::size_t>(size.area());
  const auto width = static_cast<std::size_t>(size.width);
  auto buffer = std::make_shared<Buffer>(MemoryKind::host, area * sizeof(float));
  const std::span<float> values(static_cast<float*>(buffer->host()), area);
  const PngFacts& facts = reader.facts();
  reader.read_rows(facts.wide, [&](const PngRow& row) {
    const auto out = values.subspan(static_cast<std::size_t>(row.y) * width, width);
    if (facts.wide) {
      write_luma<std::uint16_t>(row, facts.gray, 257, out);
    } else {
      write_luma<std::uint8_t>(row, facts.gray, 1, out);
    }
  });
  return {size, Precision::fp32, std::move(buffer), nullptr};
}

}  // namespace heteroscope
