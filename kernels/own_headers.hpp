#pragma once

#include "core/own/own_header.hpp"

namespace heteroscope {

/// The headers that a person's file may include, as they are in the program: those of freestanding_headers.inc. The
/// build makes the source with them (cmake/Embed.cmake).
OwnHeaders own_headers();

}  // namespace heteroscope
