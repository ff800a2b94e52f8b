#include "app/commands/describe/help_sections.hpp"

#include <sstream>

namespace heteroscope {

namespace {

constexpr std::string_view indentation = "  ";
constexpr std::size_t longest_title = 60;

/// `begins`: what came before has ended. The last line of a paragraph may end in a colon, too, and is no title.
HelpPart::Kind kind_of_help_line(const std::string& line, bool begins) {
  if (line.starts_with(indentation)) return HelpPart::Kind::verbatim;
  const bool is_title = begins && line.ends_with(':') && line.size() < longest_title;
  return is_title ? HelpPart::Kind::title : HelpPart::Kind::paragraph;
}

std::string line_text(const std::string& line, HelpPart::Kind kind) {
  if (kind == HelpPart::Kind::verbatim) return line.substr(indentation.size());
  return kind == HelpPart::Kind::title ? line.substr(0, line.size() - 1) : line;
}

}  // namespace

std::vector<HelpPart> help_parts(const std::string& text) {
  std::vector<HelpPart> out;
  std::istringstream lines(text);
  bool gap = true;  // what came before has ended
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) {
      gap = true;
      continue;
    }
    const HelpPart::Kind kind =
        kind_of_help_line(line, gap || out.empty() || out.back().kind != HelpPart::Kind::paragraph);
    const bool goes_on = !out.empty() && out.back().kind == kind && kind != HelpPart::Kind::title &&
                         (!gap || kind == HelpPart::Kind::verbatim);
    if (!goes_on) out.push_back({kind, {}});
    out.back().lines.push_back(line_text(line, kind));
    gap = false;
  }
  return out;
}

}  // namespace heteroscope
