#include "core/base/message.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <vector>

#include "core/base/utf8.hpp"

namespace heteroscope {
namespace {

constexpr std::size_t longest_word = 160;
constexpr std::size_t longest_line = 2000;

/// Characters with which a text could move the cursor, end the line, or show other characters in another order, and
/// those that are none (XML has no U+FFFE and U+FFFF).
bool is_unsafe(char32_t point) {
  const auto within = [point](char32_t first, char32_t last) { return point >= first && point <= last; };
  return point < 0x20 || within(0x7f, 0x9f) || point == 0x061c || within(0x200e, 0x200f) || within(0x2028, 0x202e) ||
         within(0x2066, 0x2069) || point == 0xfeff || within(0xfffe, 0xffff);
}

std::string escaped(const Utf8Character& character, std::string_view bytes) {
  if (!character.valid || character.point < 0x80) {
    return fmt::format("\\x{:02x}", static_cast<unsigned char>(bytes[0]));
  }
  return fmt::format("\\u{:04x}", static_cast<std::uint32_t>(character.point));
}

/// The text's characters one by one, as they are shown.
std::vector<std::string> shown_characters(std::string_view text, std::size_t most) {
  std::vector<std::string> out;
  while (!text.empty() && out.size() < most) {
    const Utf8Character first = first_character(text);
    const std::string_view bytes = text.substr(0, first.bytes);
    out.push_back(first.valid && !is_unsafe(first.point) ? std::string(bytes) : escaped(first, bytes));
    text.remove_prefix(first.bytes);
  }
  return out;
}

using Characters = std::vector<std::string>;

std::string joined_characters(Characters::const_iterator begin, Characters::const_iterator end) {
  std::string out;
  for (; begin != end; ++begin) out += *begin;
  return out;
}

/// The beginning and the end, where there are more than `most` characters.
std::string without_middle(Characters::const_iterator begin, Characters::const_iterator end, std::size_t most) {
  if (end - begin <= static_cast<std::ptrdiff_t>(most)) return joined_characters(begin, end);
  const auto half = static_cast<std::ptrdiff_t>(most / 2);
  return joined_characters(begin, begin + half) + "…" + joined_characters(end - half, end);
}

}  // namespace

std::string printable(std::string_view text) {
  const Characters all = shown_characters(text, text.size());
  return joined_characters(all.begin(), all.end());
}

std::string printable_lines(std::string_view text) {
  std::string out;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    out += printable(text.substr(begin, end - begin));
    if (end < text.size()) out += '\n';
    begin = end + 1;
  }
  return out;
}

std::string excerpt(std::string_view text, std::size_t most) {
  const Characters some = shown_characters(text, most + 1);
  const bool cut = some.size() > most;
  return joined_characters(some.begin(), cut ? some.end() - 1 : some.end()) + (cut ? "…" : "");
}

std::string quote(std::string_view text) {
  return '"' + excerpt(text) + '"';
}

std::string one_line(std::string_view message) {
  std::string text(message);
  const auto breaks = [](char c) { return c == '\n' || c == '\r' || c == '\t'; };
  std::ranges::replace_if(text, breaks, ' ');
  while (text.ends_with(' ')) text.pop_back();
  const Characters all = shown_characters(text, text.size());
  std::string out;
  for (auto at = all.begin(); at != all.end();) {
    const auto end = std::find(at, all.end(), " ");
    out += without_middle(at, end, longest_word);
    if (end != all.end()) out += " ";
    at = end == all.end() ? end : end + 1;
  }
  const Characters short_words = shown_characters(out, out.size());
  return without_middle(short_words.begin(), short_words.end(), longest_line);
}

std::string without_name(std::string line, std::string_view name) {
  constexpr std::string_view colon = ": ";
  const std::size_t begin = name.size() + colon.size();
  if (line.starts_with(name) && std::string_view(line).substr(name.size()).starts_with(colon)) line.erase(0, begin);
  return line;
}

std::string reason_of(int code) {
  return std::generic_category().message(code);
}

}  // namespace heteroscope
