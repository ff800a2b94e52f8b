#include "app/text/document.hpp"

#include <algorithm>
#include <cctype>

#include "core/base/message.hpp"

namespace heteroscope {

namespace {

struct MarkdownOf {
  std::string operator()(const Paragraph& paragraph) const { return markdown_escaped(paragraph.text) + '\n'; }
  std::string operator()(const List& list) const {
    std::string out;
    for (const std::string& each : list.items) out += "- " + markdown_escaped(each) + '\n';
    return out;
  }
  std::string operator()(const TextTable& table) const { return table.markdown(); }
};

/// Whether a "<" before the rest begins an element, a comment or a link. It does not where a comma follows a name, as
/// in "elements<float, 0>".
bool begins_element(std::string_view rest) {
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  const auto is_of_name = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-'; };
  if (rest.empty()) return false;
  if (!is_letter(rest.front())) return rest.front() == '/' || rest.front() == '!' || rest.front() == '?';
  const auto end = std::ranges::find_if_not(rest, is_of_name);
  return end == rest.end() || *end != ',';
}

}  // namespace

std::string markdown_escaped(std::string_view text, std::string_view also) {
  const std::string plain = printable(text);
  std::string out;
  std::size_t backslashes = 0;  // in a row before the character, each of which would escape the next
  for (std::size_t i = 0; i < plain.size(); ++i) {
    const char c = plain[i];
    const char next = i + 1 < plain.size() ? plain[i + 1] : ' ';
    const bool element = c == '<' && begins_element(std::string_view(plain).substr(i + 1));
    const bool link = c == ']' && (next == '(' || next == '[');
    if (element || link || also.find(c) != also.npos) out.append(backslashes + 1, '\\');
    backslashes = c == '\\' ? backslashes + 1 : 0;
    out += c;
  }
  return out;
}

std::string markdown_code(std::string_view text) {
  const std::string plain = printable(text);
  std::size_t longest = 0;  // run of backticks within
  for (std::size_t i = 0, run = 0; i < plain.size(); ++i) {
    run = plain[i] == '`' ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const std::string fence(longest + 1, '`');
  const char* const apart = longest > 0 ? " " : "";
  return fence + apart + plain + apart + fence;
}

std::string markdown(const Document& document) {
  std::string out;
  for (const DocumentPart& each : document) {
    if (!out.empty()) out += '\n';
    out += std::visit(MarkdownOf{}, each);
  }
  return out;
}

}  // namespace heteroscope
