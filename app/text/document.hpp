#pragma once

#include <string>
#include <string_view>
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
/// Parts as elements for a page's body: <p>, <ul> and <table>. A paragraph before a table that ends in ':' is its
/// caption.
std::string html(const Document& document);
/// A text's &, <, > and " as entities.
std::string html_escaped(std::string_view text);

}  // namespace heteroscope
