#pragma once

#include <string>
#include <vector>

namespace heteroscope {

/// A part of what stands below a help.
struct HelpPart {
  enum class Kind {
    title,      ///< a line at the margin that ends in a colon, without it
    paragraph,  ///< lines of text at the margin
    verbatim,   ///< indented lines, without the indentation: examples, tables
  };
  Kind kind = Kind::paragraph;
  std::vector<std::string> lines;
};

/// The parts in their order. Empty lines end paragraphs.
std::vector<HelpPart> help_parts(const std::string& text);

}  // namespace heteroscope
