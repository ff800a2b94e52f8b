#include "core/own/compile/source_lines.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "core/own/compile/compiled_code.hpp"

namespace heteroscope {
namespace {

struct ListedPlace {
  std::string_view file;
  int line = 0;
  bool operator==(const ListedPlace&) const = default;
};

/// The place that a line of the listing tells: `//## File "/home/me/my.cu", line 12 inlined at …`.
std::optional<ListedPlace> place_in(std::string_view line) {
  constexpr std::string_view begin = "//## File \"";
  constexpr std::string_view between = "\", line ";
  const std::size_t at = line.find(begin);
  const std::size_t end = at == line.npos ? line.npos : line.find(between, at);
  if (end == line.npos) return std::nullopt;
  const std::size_t name = at + begin.size();
  ListedPlace out{.file = line.substr(name, end - name)};
  const std::string_view number = line.substr(end + between.size());
  std::from_chars(number.data(), number.data() + number.size(), out.line);
  return out;
}

/// "// my_heat.cu:12: step.out(x, y) = …"; of a header, which compilers take for one beside the file, its name and
/// line.
std::string comment_of(const ListedPlace& place, const OwnSource& source) {
  const std::filesystem::path path(unit_name(source));
  if (place.file == path.string()) {
    const std::string text = line_of(source.source.text(), place.line);
    const std::size_t first = text.find_first_not_of(" \t");
    return fmt::format("\t// {}:{}: {}\n", source.id(), place.line, first == text.npos ? "" : text.substr(first));
  }
  const std::string folder = path.parent_path().string() + '/';
  const std::size_t from = place.file.starts_with(folder) ? folder.size() : 0;
  return fmt::format("\t// {}:{}\n", place.file.substr(from), place.line);
}

}  // namespace

std::string with_source_lines(std::string_view listing, const OwnSource& source) {
  const std::string own = unit_name(source);
  std::string out;
  std::optional<ListedPlace> told;
  std::optional<ListedPlace> next;  // of functions that were inlined into each other the outer ones come last
  while (!listing.empty()) {
    const std::size_t end = listing.find('\n');
    const std::string_view line = listing.substr(0, end);
    listing = end == listing.npos ? std::string_view() : listing.substr(end + 1);
    if (const std::optional<ListedPlace> place = place_in(line)) {
      const bool is_ptx = place->file.starts_with('.');  // ".nv_debug_ptx_txt", which nobody has written
      if (!is_ptx && (!next || next->file != own || place->file == own)) next = place;
      continue;
    }
    if (line.ends_with(':')) told.reset();  // a label: what follows may be reached from elsewhere
    if (next && next != told) out += comment_of(*next, source);
    if (next) told = next;
    next.reset();
    out.append(line).append("\n");
  }
  return out;
}

}  // namespace heteroscope
