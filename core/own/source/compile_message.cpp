#include "core/own/source/compile_message.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/message.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {
namespace {

/// The blanks before a place of the line: a tab stays one, so that the caret stands below the place.
std::string indent_to(std::string_view line, int column) {
  std::string out;
  for (const char each : line.substr(0, static_cast<std::size_t>(column - 1))) {
    const bool continues_character = (static_cast<unsigned char>(each) & 0xC0) == 0x80;
    if (!continues_character) out += each == '\t' ? '\t' : ' ';
  }
  return out;
}

/// Tabs are shown as they are.
std::string shown(std::string_view line) {
  std::string out;
  for (std::size_t begin = 0; begin <= line.size();) {
    const std::size_t end = std::min(line.find('\t', begin), line.size());
    out += printable(line.substr(begin, end - begin));
    if (end < line.size()) out += '\t';
    begin = end + 1;
  }
  return out;
}

std::string summary_of(const std::vector<CompileMessage>& messages) {
  const auto first = std::ranges::find_if(messages, &CompileMessage::is_error);
  const auto others = std::ranges::count_if(messages, &CompileMessage::is_error) - 1;
  const std::string head = head_of(*first);
  return others == 0 ? head : fmt::format("{} (and {})", head, plural(others, "more error"));
}

}  // namespace

std::string head_of(const CompileMessage& message) {
  std::string out;
  if (!message.file.empty()) out += message.file + ':';
  if (message.place.line > 0) out += fmt::format("{}:", message.place.line);
  if (message.place.column > 0) out += fmt::format("{}:", message.place.column);
  if (!out.empty()) out += ' ';
  return printable(out + (message.is_error ? "error: " : "warning: ") + message.text);
}

std::string text_of(const CompileMessage& message) {
  std::string out = head_of(message) + '\n';
  if (message.source_line.empty()) return out;
  out += "  " + shown(message.source_line) + '\n';
  const int column = message.place.column;
  if (column > 0 && column <= static_cast<int>(message.source_line.size()) + 1)
    out += "  " + indent_to(message.source_line, column) + "^\n";
  return out;
}

std::string text_of(const std::vector<CompileMessage>& messages) {
  std::string out;
  for (const CompileMessage& each : messages) out += text_of(each);
  return out;
}

CompileError::CompileError(std::vector<CompileMessage> all, Wrong code, std::string name)
    : BadInput(code, std::move(name), summary_of(all)), messages(std::move(all)) {}

std::string line_of(std::string_view text, int line) {
  for (int number = 1; number < line; ++number) {
    const std::size_t end = text.find('\n');
    if (end == text.npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  if (text.ends_with('\r')) text.remove_suffix(1);
  return std::string(line > 0 ? text : std::string_view());
}

}  // namespace heteroscope
