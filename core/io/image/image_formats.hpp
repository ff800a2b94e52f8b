#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "core/io/image/image.hpp"

namespace heteroscope {

/// One reader a format: a channel, 0 to 255, fp32, on the host. Each throws BadInput, naming `name`, for a file that is
/// cut short, damaged, beyond the limits (image_limits.hpp) or of a kind that cannot be read, and std::bad_alloc. The
/// bytes begin with the format's signature.
DecodedImage decode_png(std::span<const std::byte> bytes, const std::string& name, ImageChannel channel);
DecodedImage decode_jpeg(std::span<const std::byte> bytes, const std::string& name, ImageChannel channel);
DecodedImage decode_pnm(std::span<const std::byte> bytes, const std::string& name, ImageChannel channel);
/// A picture that stands still, by libwebp.
DecodedImage decode_webp(std::span<const std::byte> bytes, const std::string& name, ImageChannel channel);
/// The first picture, where it lies on the file's canvas, by giflib; around it is the file's background color.
DecodedImage decode_gif(std::span<const std::byte> bytes, const std::string& name, ImageChannel channel);
/// By stb_image: without compression.
DecodedImage decode_bmp(std::span<const std::byte> bytes, const std::string& name, ImageChannel channel);
/// The first picture, by libtiff, upright: samples of 8 bits and fewer, and of 16 where they are gray or RGB.
DecodedImage decode_tiff(std::span<const std::byte> bytes, const std::string& name, ImageChannel channel);

}  // namespace heteroscope
