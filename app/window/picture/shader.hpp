#pragma once

#include <string_view>

namespace heteroscope {

/// Returns an OpenGL program made of a vertex and a fragment shader, whose text is in two parts where some of it is
/// shared. `what`: the name of what it draws, for the error message. Throws BadInput with the driver's words if it
/// cannot be built.
unsigned shader_program(std::string_view what, std::string_view vertex, std::string_view fragment_head,
                        std::string_view fragment = {});

}  // namespace heteroscope
