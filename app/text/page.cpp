#include "app/text/page.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/text/document.hpp"
#include "embedded/report_css.hpp"
#include "embedded/report_js.hpp"

namespace heteroscope {

namespace {

std::string section_html(const PageSection& section) {
  return fmt::format(
      "<section id=\"{0}\" aria-labelledby=\"{0}-title\">\n<h2 id=\"{0}-title\">{1}</h2>\n{2}</section>\n",
      html_escaped(section.id), html_escaped(section.title), section.body);
}

}  // namespace

std::string html_page(std::string_view title, std::string_view about, const std::vector<PageSection>& sections) {
  std::string contents;
  std::string body;
  for (const PageSection& each : sections) {
    contents += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", html_escaped(each.id), html_escaped(each.title));
    body += section_html(each);
  }
  // one section needs no list of sections
  const std::string nav = sections.size() < 2 ? std::string()
                                              : fmt::format(
                                                    "<nav aria-label=\"Contents\">\n<h2>Contents</h2>\n<ol>\n{}"
                                                    "</ol>\n</nav>\n",
                                                    contents);
  return fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<meta name=\"color-scheme\" "
      "content=\"light dark\">\n<title>{0}</title>\n"
      "<style>\n{1}</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#main\">Skip to the contents</a>\n"
      "<header>\n<h1>{0}</h1>\n<p>{2}</p>\n</header>\n{3}<main id=\"main\" tabindex=\"-1\">\n{4}</main>\n"
      "<script>\n{5}</script>\n</body>\n</html>\n",
      html_escaped(title), embedded::report_css, html_escaped(about), nav, body, embedded::report_js);
}

std::string html_scrolled(std::string_view label, std::string_view element) {
  return fmt::format("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"{}\">\n{}</div>\n",
                     html_escaped(label), element);
}

/// An option's name is never broken.
std::string html_command(std::string_view command) {
  std::string out;
  for (std::size_t begin = 0; begin <= command.size();) {
    const std::size_t end = std::min(command.find_first_of(" \n", begin), command.size());
    const std::string word = html_escaped(command.substr(begin, end - begin));
    out += word.starts_with("--") ? fmt::format("<span>{}</span>", word) : word;
    if (end < command.size()) out += command[end];
    begin = end + 1;
  }
  return fmt::format("<pre><code>{}</code></pre>\n", out);
}

}  // namespace heteroscope
