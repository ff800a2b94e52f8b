#include "core/worker/sanitizer_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "core/base/number_text.hpp"
#include "core/base/trimmed.hpp"

namespace heteroscope {
namespace {

constexpr std::string_view line_mark = "========= ";

/// The tool's lines, without its mark.
std::vector<std::string_view> tool_lines(std::string_view log) {
  std::vector<std::string_view> out;
  while (!log.empty()) {
    const std::size_t end = std::min(log.find('\n'), log.size());
    const std::string_view line = log.substr(0, end);
    if (line.starts_with(line_mark)) out.push_back(line.substr(line_mark.size()));
    log.remove_prefix(std::min(end + 1, log.size()));
  }
  return out;
}

/// A line of a source; `line` 0: none.
struct Place {
  std::string_view file;
  int line = 0;
};

/// Reads "… in my_heat.cu:12", "… in /path/my_heat.cu:12:advance(Step)" and "… in my_heat.cu:12 [8 hazards]".
Place place_in(std::string_view text) {
  if (const std::size_t hazards = text.find(" ["); hazards != text.npos) text = text.substr(0, hazards);
  const std::size_t in = text.rfind(" in ");
  if (in == text.npos) return {};
  text.remove_prefix(in + 4);
  const std::size_t colon = text.find(':');
  if (colon == text.npos) return {};
  const std::string_view rest = text.substr(colon + 1);
  const std::optional<int> line = number_from<int>(rest.substr(0, rest.find(':')));
  if (!line || *line < 1) return {};
  std::string_view file = text.substr(0, colon);
  if (const std::size_t slash = file.rfind('/'); slash != file.npos) file.remove_prefix(slash + 1);
  return {file, *line};
}

/// "(3,0,0)" behind a word; empty: there is none.
std::string_view coordinates_behind(std::string_view text, std::string_view word) {
  const std::size_t at = text.find(word);
  if (at == text.npos) return {};
  const std::string_view rest = text.substr(at + word.size());
  const std::size_t end = rest.find(')');
  if (!rest.starts_with('(') || end == rest.npos) return {};
  if (rest.substr(1, end - 1).find_first_not_of("0123456789,") != rest.npos) return {};
  return rest.substr(0, end + 1);
}

/// "invalid __global__ write of 4 bytes".
std::string in_words(std::string_view title) {
  std::string out(trimmed(title));
  if (out == "Warp assert") return "assertion failed";
  if (const std::size_t at = out.find(" of size "); at != out.npos) out.replace(at, 9, " of ");
  if (!out.empty()) out[0] = static_cast<char>(std::tolower(static_cast<unsigned char>(out[0])));
  return out;
}

/// "my_heat.cu:12", or the file's name alone.
std::string text_of_place(Place place, std::string_view file) {
  return place.line == 0 ? std::string(file) : fmt::format("{}:{}", place.file, place.line);
}

/// The rest of an error behind its title: indented lines.
std::string memory_error(std::string_view title, const std::vector<std::string_view>& lines, std::size_t next,
                         std::string_view file) {
  Place place;
  std::string_view thread;
  std::string_view block;
  for (; next < lines.size() && lines[next].starts_with(' '); ++next) {
    const std::string_view line = trimmed(lines[next]);
    if (line.starts_with("by thread ")) {
      thread = coordinates_behind(line, "by thread ");
      block = coordinates_behind(line, " in block ");
    }
    const bool is_frame = line.starts_with("at ") || line.starts_with("Device Frame:");
    const Place here = is_frame ? place_in(line) : Place{};
    if (here.line > 0 && (place.line == 0 || (place.file != file && here.file == file))) place = here;
  }
  if (thread.empty() || block.empty()) return {};
  return fmt::format("{}: {} by thread {} of block {}", text_of_place(place, file), in_words(title), thread, block);
}

/// "Write access at …": the first word as it stands in a sentence.
std::string access_in(std::string_view text) {
  return in_words(text.substr(0, text.find(" access at ")));
}

std::string hazards_in(std::string_view text) {
  const std::size_t begin = text.find(" [");
  return begin == text.npos || !text.ends_with(']')
             ? ""
             : fmt::format(" ({})", text.substr(begin + 2, text.size() - begin - 3));
}

}  // namespace

std::optional<std::string> memory_error_in(std::string_view log, std::string_view file) {
  const std::vector<std::string_view> lines = tool_lines(log);
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    const bool begins = !lines[i].starts_with(' ') && trimmed(lines[i + 1]).starts_with("at ");
    if (!begins) continue;
    if (std::string out = memory_error(lines[i], lines, i + 1, file); !out.empty()) return out;
  }
  return std::nullopt;
}

std::vector<std::string> races_in(std::string_view log, std::string_view file) {
  constexpr std::string_view between = "Race reported between ";
  std::vector<std::string> out;
  std::string_view first;
  for (const std::string_view line : tool_lines(log)) {
    const std::string_view text = trimmed(line);
    if (const std::size_t at = text.find(between); at != text.npos) {
      first = text.substr(at + between.size());
      continue;
    }
    if (first.empty() || !text.starts_with("and ")) {
      first = {};
      continue;
    }
    const std::string_view second = text.substr(4);
    const Place other = place_in(second);
    out.push_back(fmt::format("{}: this {} and the {}{} race{}", text_of_place(place_in(first), file), access_in(first),
                              access_in(second), other.line > 0 ? fmt::format(" in line {}", other.line) : "",
                              hazards_in(second)));
  }
  return out;
}

bool has_race_summary(std::string_view log) {
  return log.find("========= RACECHECK SUMMARY: ") != log.npos;
}

}  // namespace heteroscope
