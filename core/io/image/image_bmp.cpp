#include <stb_image.h>

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <string_view>

#include "core/base/wrong.hpp"
#include "core/io/image/image_formats.hpp"
#include "core/io/image/image_plane.hpp"

namespace heteroscope {
namespace {

constexpr int bmp_samples = 3;

/// A number of the header, its lowest byte first. Source of the format: BITMAPFILEHEADER and BITMAPINFOHEADER of
/// wingdi.h
std::int64_t number_at(std::span<const std::byte> bytes, std::size_t at, std::size_t count) {
  std::int64_t out = 0;
  for (std::size_t i = count; i-- > 0;) out = out << 8 | std::to_integer<std::int64_t>(bytes[at + i]);
  return out;
}

/// The library takes zeros for what a file lacks: the file must be as long as its header says.
void check_length(std::span<const std::byte> bytes, Size size, const std::string& name) {
  constexpr std::int64_t old_header = 12;
  const std::int64_t pixels_at = number_at(bytes, 10, 4);
  const std::int64_t bits = number_at(bytes, number_at(bytes, 14, 4) == old_header ? 24 : 28, 2);
  const std::int64_t row_bytes = (size.width * bits + 31) / 32 * 4;
  if (pixels_at + row_bytes * size.height <= static_cast<std::int64_t>(bytes.size())) return;
  throw wrong_file(Wrong::damaged, name, "this BMP is cut short");
}

[[noreturn]] void fail_bmp(const std::string& name) {
  const std::string_view why = ::stbi_failure_reason() == nullptr ? "" : ::stbi_failure_reason();
  if (why == "outofmem") throw std::bad_alloc();
  throw wrong_file(Wrong::damaged, name, "this BMP cannot be read: {}", why);
}

}  // namespace

DecodedImage decode_bmp(std::span<const std::byte> bytes, const std::string& name, ImageChannel channel) {
  constexpr std::size_t shortest = 30;
  if (bytes.size() < shortest) throw wrong_file(Wrong::damaged, name, "this BMP is cut short");
  if (bytes.size() > std::numeric_limits<int>::max())
    throw wrong_file(Wrong::kind, name, "a BMP of {} bytes cannot be read", bytes.size());
  const auto* const data = reinterpret_cast<const stbi_uc*>(bytes.data());
  const int length = static_cast<int>(bytes.size());
  int width = 0;
  int height = 0;
  int stored = 0;
  if (::stbi_info_from_memory(data, length, &width, &height, &stored) == 0) fail_bmp(name);
  // below 0 where the uppermost row comes first
  const Size size = check_image_size(width, std::abs(std::int64_t{height}), name);
  check_length(bytes, size, name);
  const std::unique_ptr<stbi_uc, void (*)(void*)> pixels(
      ::stbi_load_from_memory(data, length, &width, &height, &stored, bmp_samples), &::stbi_image_free);
  if (pixels == nullptr) fail_bmp(name);
  ImagePlane plane(size, channel);
  const stbi_uc* pixel = pixels.get();
  for (std::int64_t i = 0; i < size.area(); ++i, pixel += bmp_samples)
    plane.put_value(i, plane.of(pixel[0], pixel[1], pixel[2]));
  return std::move(plane).finish(true);
}

}  // namespace heteroscope
