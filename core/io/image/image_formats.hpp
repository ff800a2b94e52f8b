#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "core/memory/field.hpp"

namespace heteroscope {

/// One reader a format: the luma, 0 to 255, fp32, on the host. Each throws BadInput, naming `name`, for a file that is
/// cut short, damaged, beyond the limits (image_limits.hpp) or of a kind that cannot be read, and std::bad_alloc. The
/// bytes begin with the format's signature.
Field decode_png_luma(std::span<const std::byte> bytes, const std::string& name);
Field decode_jpeg(std::span<const std::byte> bytes, const std::string& name);
Field decode_pnm(std::span<const std::byte> bytes, const std::string& name);

}  // namespace heteroscope
