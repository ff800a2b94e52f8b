#pragma once

#include "core/base/embedded_file.hpp"

/// Files of the repository that are in the program; the build makes the sources with them (cmake/Embed.cmake).
namespace heteroscope {

/// The headers that a person's file may include: those of freestanding_headers.inc.
EmbeddedFiles own_headers();

/// What there is to read of the program's own variants, but for what own_headers() has already: their files, the
/// reference loops, and the workloads' headers that a variant's file includes directly.
EmbeddedFiles variant_sources();

}  // namespace heteroscope
