#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>

#include "core/memory/field.hpp"
#include "core/types/image_channel.hpp"

namespace heteroscope {

/// A channel of an image.
struct DecodedImage {
  Field field;
  bool colored = false;  ///< its file has red, green and blue, which may differ
};

/// A channel of a PNG, JPEG, WebP, GIF, BMP, TIFF, PGM or PPM, 0 to 255, fp32, on the host; 16-bit images are scaled to
/// 0 to 255 with their fractions. `color` and `luma` are the luma (Rec. 709: 0.2126 R + 0.7152 G + 0.0722 B of the
/// stored values); where the file is gray, every channel is that. Transparency is ignored, color profiles too; a JPEG
/// and a TIFF are turned as their orientation says. Throws BadInput naming `name` for anything that is no such image,
/// is cut short or damaged, or is larger than 65536 on a side or 2^28 pixels: nothing is allocated for dimensions that
/// the file has not the bytes for.
DecodedImage decode_image(std::span<const std::byte> bytes, const std::string& name,
                          ImageChannel channel = ImageChannel::luma);

/// Throws what decode_image would for a file that begins so, if it is of no format that can be read; the first
/// `image_signature_bytes` are enough.
void check_image_signature(std::span<const std::byte> start, const std::string& name);
inline constexpr std::size_t image_signature_bytes = 16;

/// Whether files with this name's extension usually hold an image that decode_image() reads. Lists of files show those;
/// what a file is read as follows from its first bytes alone.
bool has_image_extension(const std::filesystem::path& file);

}  // namespace heteroscope
