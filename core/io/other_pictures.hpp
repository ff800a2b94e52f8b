#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "core/field_view.hpp"
#include "core/io/png.hpp"

namespace heteroscope {

/// Each is written by stb_image_write, which wants all pixels at once. Throws BadInput as write_file does, and
/// std::bad_alloc; the size must have passed check_other_picture().

/// JPEG of quality 90; alpha is left out, so that what is transparent has the color that it has underneath.
void write_jpeg(const std::filesystem::path& path, const Picture& picture);
/// BMP of 32 bits a pixel, with alpha.
void write_bmp(const std::filesystem::path& path, const Picture& picture);
/// Radiance HDR: the field's values as radiance, the same in red, green and blue; eight bits under an exponent of two,
/// so that each is kept to 1 part in 128. Where the field has no value stands 0. Returns how many values the format has
/// no place for: NaNs and those below 0 become 0, those above 1.7e38 that.
std::int64_t write_hdr(const std::filesystem::path& path, const FieldView& view);

/// Throws BadInput, naming `name` (which ends in .jpg, .jpeg, .bmp or .hdr), for a result that this format cannot hold:
/// 65500 a side in a JPEG, 2^28 pixels in all.
void check_other_picture(Size size, const std::filesystem::path& name);

}  // namespace heteroscope
