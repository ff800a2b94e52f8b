#include <fmt/format.h>

#include "app/text/document.hpp"
#include "app/text/page.hpp"
#include "core/base/message.hpp"

namespace heteroscope {

namespace {

struct HtmlOf {
  std::string operator()(const Paragraph& paragraph) const {
    return fmt::format("<p>{}</p>\n", html_escaped(paragraph.text));
  }

  std::string operator()(const List& list) const {
    std::string out = "<ul>\n";
    for (const std::string& each : list.items) out += fmt::format("<li>{}</li>\n", html_escaped(each));
    return out + "</ul>\n";
  }

  std::string operator()(const TextTable& table) const { return of(table, {}); }

  /// A table, and what it is called; empty: nothing.
  static std::string of(const TextTable& table, std::string_view caption) {
    std::string out = "<table>\n";
    if (!caption.empty()) out += fmt::format("<caption>{}</caption>\n", html_escaped(caption));
    out += "<thead>\n<tr>";
    for (const TextTable::Column& each : table.columns()) {
      const std::string head = each.title.empty()
                                   ? std::string("<td></td>")
                                   : fmt::format("<th scope=\"col\"{}>{}</th>", side(each), html_escaped(each.title));
      out += head;
    }
    out += "</tr>\n</thead>\n<tbody>\n";
    for (const auto& row : table.rows()) {
      out += "<tr>";
      for (std::size_t i = 0; i < table.columns().size(); ++i) {
        const std::string text = i < row.size() ? html_escaped(row[i]) : std::string();
        out += fmt::format("<td{}>{}</td>", side(table.columns()[i], text), text);
      }
      out += "</tr>\n";
    }
    return html_scrolled(caption.empty() ? "Table" : caption, out + "</tbody>\n</table>\n");
  }

 private:
  /// Sentences may be broken into lines, unlike figures and names.
  static const char* side(const TextTable::Column& column, std::string_view text = {}) {
    constexpr std::size_t longest_name = 34;
    return column.right ? " class=\"number\"" : text.size() > longest_name ? " class=\"text\"" : "";
  }
};

}  // namespace

std::string html_escaped(std::string_view text) {
  std::string out;
  for (const char each : printable_lines(text)) {
    switch (each) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      default:
        out += each;
    }
  }
  return out;
}

std::string html(const Document& document) {
  std::string out;
  for (std::size_t i = 0; i < document.size(); ++i) {
    const auto* const words = std::get_if<Paragraph>(&document[i]);
    const auto* const table = i + 1 < document.size() ? std::get_if<TextTable>(&document[i + 1]) : nullptr;
    if (words != nullptr && table != nullptr && words->text.ends_with(':')) {
      out += HtmlOf::of(*table, std::string_view(words->text).substr(0, words->text.size() - 1));
      ++i;
    } else {
      out += std::visit(HtmlOf{}, document[i]);
    }
  }
  return out;
}

}  // namespace heteroscope
