#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace heteroscope {

/// A part of a page, to which its contents lead.
struct PageSection {
  std::string id;  ///< letters, digits and '-', each once in a page
  std::string title;
  std::string body;  ///< elements, as html() and others make them; headings in it begin with <h3>
};

/// A page that stands alone and asks for nothing from anywhere: contents, sections, and what makes tables sort. It
/// follows the reader's dark or light, prints on A4, and can be read by keyboard and by ear. `about`: a line below the
/// title.
std::string html_page(std::string_view title, std::string_view about, const std::vector<PageSection>& sections);

/// Something wide, that scrolls by itself where the page is narrow, by keyboard, too. `label`: what it is, for those
/// who hear it.
std::string html_scrolled(std::string_view label, std::string_view element);
/// A command line to copy.
std::string html_command(std::string_view command);

}  // namespace heteroscope
