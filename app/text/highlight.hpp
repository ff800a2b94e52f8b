#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace heteroscope {

/// A part of a source by what it is: keywords of C++ and CUDA, comments, strings and characters, preprocessor lines,
/// and everything else.
struct Highlight {
  enum class Kind { plain, keyword, comment, string, directive } kind = Kind::plain;
  std::string_view text;  ///< of one line, without its end
};

/// The lines of a source, each as its parts in their order; they point into the text.
using HighlightedLines = std::vector<std::vector<Highlight>>;

HighlightedLines highlighted(std::string_view source);

}  // namespace heteroscope
