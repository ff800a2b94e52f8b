#pragma once

#include <string>

#include "core/color/color_map.hpp"
#include "core/io/positioned_file.hpp"
#include "core/memory/field_view.hpp"

namespace heteroscope {

/// A BigTIFF with overviews of a field on the host: its values, with zeros where it has none, or where there are
/// `colors` the picture of it. Throws BadInput where it cannot be written.
void make_tiff(const FieldView& view, const ColorMap* colors, const std::string& text, PositionedFile& file);

}  // namespace heteroscope
