#include <fmt/format.h>

#include "app/text/document.hpp"

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

  std::string operator()(const TextTable& table) const {
    std::string out =
        "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"table\">\n<table>\n<thead>\n<tr>";
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
        out += fmt::format("<td{}>{}</td>", side(table.columns()[i]), i < row.size() ? html_escaped(row[i]) : "");
      }
      out += "</tr>\n";
    }
    return out + "</tbody>\n</table>\n</div>\n";
  }

 private:
  static const char* side(const TextTable::Column& column) { return column.right ? " class=\"number\"" : ""; }
};

}  // namespace

std::string html_escaped(std::string_view text) {
  std::string out;
  for (const char each : text) {
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
  for (const DocumentPart& each : document) out += std::visit(HtmlOf{}, each);
  return out;
}

}  // namespace heteroscope
