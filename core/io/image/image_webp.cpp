#include <webp/decode.h>

#include <new>
#include <vector>

#include "core/base/wrong.hpp"
#include "core/io/image/image_formats.hpp"
#include "core/io/image/image_plane.hpp"

// Documentation of the library: https://developers.google.com/speed/webp/docs/api
namespace heteroscope {
namespace {

constexpr int webp_samples = 3;

/// Throws for any other answer of the library than that all went well.
void check_webp(VP8StatusCode code, const std::string& name) {
  if (code == VP8_STATUS_OK) return;
  if (code == VP8_STATUS_OUT_OF_MEMORY) throw std::bad_alloc();
  if (code == VP8_STATUS_SUSPENDED || code == VP8_STATUS_NOT_ENOUGH_DATA)
    throw wrong_file(Wrong::damaged, name, "this WebP is cut short");
  throw wrong_file(Wrong::damaged, name, "this WebP is damaged");
}

}  // namespace

DecodedImage decode_webp(std::span<const std::byte> bytes, const std::string& name, ImageChannel channel) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  WebPDecoderConfig config;
  if (WebPInitDecoderConfig(&config) == 0)
    throw wrong_file(Wrong::kind, name, "libwebp is of another version than this program was built with");
  check_webp(WebPGetFeatures(data, bytes.size(), &config.input), name);
  const Size size = check_image_size(config.input.width, config.input.height, name);
  check_image_density(size, bytes.size(), name);
  if (config.input.has_animation != 0)
    throw wrong_file(Wrong::kind, name, "an animated WebP cannot be read; save one of its frames");
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(size.area()) * webp_samples);
  config.output.colorspace = MODE_RGB;
  config.output.is_external_memory = 1;
  config.output.u.RGBA = {pixels.data(), size.width * webp_samples, pixels.size()};
  check_webp(WebPDecode(data, bytes.size(), &config), name);
  ImagePlane plane(size, channel);
  const std::uint8_t* pixel = pixels.data();
  for (std::int64_t i = 0; i < size.area(); ++i, pixel += webp_samples)
    plane.put_value(i, plane.of(pixel[0], pixel[1], pixel[2]));
  return std::move(plane).finish(true);
}

}  // namespace heteroscope
