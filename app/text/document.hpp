#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "app/text/table.hpp"

namespace heteroscope {

/// The content of a report, part by part, independent of how it is written.
struct Paragraph {
  std::string text;
};
struct List {
  std::vector<std::string> items;
};
using DocumentPart = std::variant<Paragraph, List, TextTable>;
using Document = std::vector<DocumentPart>;

/// A text in Markdown, and on a terminal: one line, as printable() has it, in which nothing begins an HTML element or a
/// link. `also`: other characters that would mean something there, as '|' does in a table's cell.
std::string markdown_escaped(std::string_view text, std::string_view also = {});
/// A command or a name as it is, between backticks.
std::string markdown_code(std::string_view text);
/// Parts with empty lines between them.
std::string markdown(const Document& document);
/// Parts as elements for a page's body: <p>, <ul> and <table>. A paragraph before a table that ends in ':' is its
/// caption.
std::string html(const Document& document);
/// A text's &, <, > and " as entities, and as printable_lines() has it: for HTML and SVG.
std::string html_escaped(std::string_view text);

}  // namespace heteroscope
