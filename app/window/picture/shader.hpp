#pragma once

#include <string_view>

#include "app/window/model/views/view.hpp"

namespace heteroscope {

/// Returns an OpenGL program made of a vertex and a fragment shader, whose text is in two parts where some of it is
/// shared. `what`: the name of what it draws, for the error message. Throws BadInput with the driver's words if it
/// cannot be built.
unsigned shader_program(std::string_view what, std::string_view vertex, std::string_view fragment_head,
                        std::string_view fragment = {});

/// Sets where the program that is in use draws a quad in an area: its uniforms `place`, center and half extents in
/// normalized device coordinates, and `turn`, the matrix that turns it about its center on the screen.
void set_placement(unsigned program, const Placement& place, Size area);

}  // namespace heteroscope
