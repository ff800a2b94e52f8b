#pragma once

#include <string>
#include <variant>
#include <vector>

#include "app/text/table.hpp"

namespace heteroscope {

/// What a report says, part by part, whatever it is written as.
struct Paragraph {
  std::string text;
};
struct List {
  std::vector<std::string> items;
};
using DocumentPart = std::variant<Paragraph, List, TextTable>;
using Document = std::vector<DocumentPart>;

/// Parts with empty lines between them.
std::string markdown(const Document& document);

}  // namespace heteroscope
