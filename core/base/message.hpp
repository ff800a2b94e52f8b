#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heteroscope {

/// The text as a terminal may show it: control characters (C0, C1 and DEL), characters that turn the direction of
/// writing or end a line, and bytes that are no UTF-8 are escaped, as \x1b or \u009b.
std::string printable(std::string_view text);

/// Makes the text printable() but keeps its line ends: the result is several lines, each of which is safe to show.
std::string printable_lines(std::string_view text);

/// The user's text as a one-line message may show it: printable, and cut after so many characters.
std::string excerpt(std::string_view text, std::size_t most = 80);
/// The printable text in quotation marks.
std::string quote(std::string_view text);

/// The form in which every message is shown, whatever it contains: one printable line. Very long words lose their
/// middle, and so does a line that is longer than a screen.
std::string one_line(std::string_view message);

/// Returns the line without "name: " at its beginning, for whoever says the name elsewhere.
std::string without_name(std::string line, std::string_view name);

/// The system's words for an error's number, as errno has it.
std::string reason_of(int code);

/// "a, b, c" from anything that can be walked; `id` gives each one's id.
template <class Range, class Id>
std::string list_ids(const Range& range, Id id) {
  std::string out;
  for (const auto& each : range) {
    if (!out.empty()) out += ", ";
    out += id(each);
  }
  return out;
}

}  // namespace heteroscope
