#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "core/memory/field.hpp"

namespace heteroscope {

/// The luma of a PNG, JPEG, PGM or PPM (Rec. 709: 0.2126 R + 0.7152 G + 0.0722 B of the stored values), 0 to 255, fp32,
/// on the host; 16-bit images are scaled to 0 to 255 with their fractions. Transparency is ignored, color profiles too;
/// a JPEG is turned as its EXIF orientation says. Throws BadInput naming `name` for anything that is no such image, is
/// cut short or damaged, or is larger than 65536 on a side or 2^28 pixels: nothing is allocated for dimensions that the
/// file has not the bytes for.
Field decode_image(std::span<const std::byte> bytes, const std::string& name);

/// Throws what decode_image would for a file that begins so, if it is of no format that can be read; the first
/// `image_signature_bytes` are enough.
void check_image_signature(std::span<const std::byte> start, const std::string& name);
inline constexpr std::size_t image_signature_bytes = 16;

}  // namespace heteroscope
