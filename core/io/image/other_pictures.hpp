#pragma once

#include <cstdint>
#include <filesystem>

#include "core/io/png/png.hpp"
#include "core/types/field_view.hpp"

namespace heteroscope {

/// Files' contents, made by stb_image_write, which wants all pixels at once. Throws std::bad_alloc and what `append`
/// throws; the size must have passed check_other_picture().

/// JPEG of quality 90; alpha is left out, so that what is transparent has the color that it has underneath.
void make_jpeg(const Picture& picture, const Append& append);
/// BMP of 32 bits a pixel, with alpha.
void make_bmp(const Picture& picture, const Append& append);
/// Radiance HDR: the field's values as radiance, the same in red, green and blue; eight bits under an exponent of two,
/// so that each is kept to 1 part in 128. Where the field has no value stands 0. Returns how many values the format has
/// no place for: NaNs and those below 0 become 0, those above 1.7e38 that.
std::int64_t make_hdr(const FieldView& view, const Append& append);

/// Throws BadInput, naming `name` (which ends in .jpg, .jpeg, .bmp or .hdr), for a result that this format cannot hold:
/// 65500 a side in a JPEG, 2^28 pixels in all.
void check_other_picture(Size size, const std::filesystem::path& name);
/// No file of that name and size has fewer bytes; 0: nobody knows.
double least_bytes_of_other_picture(Size size, const std::filesystem::path& name);

}  // namespace heteroscope
