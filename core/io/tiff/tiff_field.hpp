#pragma once

#include <string>

#include "core/io/png/png.hpp"
#include "core/io/positioned_file.hpp"
#include "core/memory/field_view.hpp"

namespace heteroscope {

/// A BigTIFF with overviews: of the values of a field on the host, with zeros where it has none. Throws BadInput where
/// it cannot be written.
void make_tiff(const FieldView& view, const std::string& text, PositionedFile& file);
/// The same of a picture.
void make_tiff(Size size, const PictureRows& rows, const std::string& text, PositionedFile& file);

}  // namespace heteroscope
