#pragma once

#include <cairo.h>

namespace heteroscope {

/// The program's own font, Roboto, for cairo to draw with; it stays until the program ends. Throws std::bad_alloc.
cairo_font_face_t* letters(bool bold);

}  // namespace heteroscope
