#pragma once

#include <span>
#include <string_view>

namespace heteroscope {

/// A file of the repository that is in the program (cmake/Embed.cmake).
struct EmbeddedFile {
  std::string_view name;  ///< from the repository's root: "kernels/heat/own.hpp"
  std::string_view text;  ///< a zero follows it
};

using EmbeddedFiles = std::span<const EmbeddedFile>;

}  // namespace heteroscope
