#include "core/worker/printed_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/message.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {
namespace {

/// "4,312".
std::string in_thousands(std::uint64_t number) {
  constexpr std::ptrdiff_t group = 3;
  std::string out = std::to_string(number);
  for (std::ptrdiff_t at = std::ssize(out) - group; at > 0; at -= group)
    out.insert(static_cast<std::size_t>(at), 1, ',');
  return out;
}

}  // namespace

void PrintedLines::add(std::string_view line) {
  std::string text(line);
  std::ranges::replace(text, '\t', ' ');
  while (text.ends_with('\r') || text.ends_with(' ')) text.pop_back();
  if (text.empty()) return;
  if (first.size() == most_lines) {
    ++more;
  } else {
    first.push_back(excerpt(text, most_characters));
  }
}

void PrintedLines::add(const PrintedLines& later) {
  for (const std::string& each : later.first) add(each);
  more += later.more;
}

std::string more_lines_text(std::uint64_t more) {
  return fmt::format("and {} {} more", in_thousands(more), noun(more, "line"));
}

void LineReader::add(std::string_view bytes) {
  constexpr std::size_t most_bytes = 4 * (PrintedLines::most_characters + 1);  // of UTF-8
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    const std::string_view part = bytes.substr(0, end);
    line_ += part.substr(0, most_bytes - line_.size());
    if (end == bytes.npos) return;
    end_line();
    bytes.remove_prefix(end + 1);
  }
}

PrintedLines LineReader::take() {
  end_line();
  return std::exchange(lines_, {});
}

void LineReader::end_line() {
  lines_.add(line_);
  line_.clear();
}

}  // namespace heteroscope
