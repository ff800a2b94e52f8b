#include "core/own/compile/ptx_places.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <optional>
#include <vector>

#include "core/base/trimmed.hpp"

namespace heteroscope {
namespace {

std::vector<std::string_view> ptx_lines(std::string_view text) {
  std::vector<std::string_view> out;
  while (!text.empty()) {
    out.push_back(text.substr(0, text.find('\n')));
    text.remove_prefix(std::min(out.back().size() + 1, text.size()));
  }
  return out;
}

/// Takes a number from the beginning of the text, behind blanks. 0: there is none.
int take_int(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t,"), text.size()));
  int out = 0;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), out);
  text.remove_prefix(static_cast<std::size_t>(end.ptr - text.data()));
  return out;
}

struct PtxPlace {
  int file = 0;
  int line = 0;

  /// A directive's column stays: it is that of the first instruction of its line.
  static PtxPlace taken(std::string_view& text) {
    const int file = take_int(text);
    return {file, take_int(text)};
  }
};

/// A directive ".loc 2 1 36, function_name $L__info_string0, inlined_at 1 6 3".
struct PtxLoc {
  PtxPlace at;
  std::optional<PtxPlace> into;  ///< where that was inlined
};

std::optional<PtxLoc> loc_in(std::string_view line) {
  constexpr std::string_view begin = ".loc";
  constexpr std::string_view inlined = "inlined_at";
  line = trimmed(line);
  if (!line.starts_with(begin)) return std::nullopt;
  line.remove_prefix(begin.size());
  PtxLoc out{.at = PtxPlace::taken(line), .into = {}};
  if (const std::size_t at = line.find(inlined); at != line.npos) {
    line.remove_prefix(at + inlined.size());
    out.into = PtxPlace::taken(line);
  }
  return out;
}

/// The places of a text of PTX. Source of its directives: the PTX ISA, .loc and .file.
class PtxPlaces {
 public:
  PtxPlaces(std::string_view ptx, std::string_view unit) : lines_(ptx_lines(ptx)), unit_(unit) {
    for (const std::string_view each : lines_) add_file(trimmed(each));
  }

  /// "/home/me/my.cu:5" of a line, from 1; empty where none is known.
  [[nodiscard]] std::string find(int line) const {
    std::optional<PtxPlace> nearest;
    for (auto i = std::min<std::ptrdiff_t>(line, std::ssize(lines_)) - 1; i >= 0; --i) {
      const std::string_view text = lines_[static_cast<std::size_t>(i)];
      if (text.starts_with('{')) break;  // the beginning of the function
      const std::optional<PtxLoc> loc = loc_in(text);
      if (!loc) continue;
      if (!nearest) nearest = loc->at;
      if (is_of_unit(loc->at)) return text_of(loc->at);
      if (!loc->into) break;
      if (is_of_unit(*loc->into)) return text_of(*loc->into);
    }
    return nearest ? text_of(*nearest) : std::string();
  }

 private:
  /// `.file 1 "/home/me/my.cu"`, with more behind it in some versions.
  void add_file(std::string_view line) {
    constexpr std::string_view begin = ".file";
    if (!line.starts_with(begin)) return;
    line.remove_prefix(begin.size());
    const int number = take_int(line);
    const std::size_t open = line.find('"');
    const std::size_t close = open == line.npos ? open : line.find('"', open + 1);
    if (close != line.npos) files_[number] = line.substr(open + 1, close - open - 1);
  }
  [[nodiscard]] bool is_of_unit(const PtxPlace& place) const {
    const auto file = files_.find(place.file);
    return file != files_.end() && file->second == unit_;
  }
  [[nodiscard]] std::string text_of(const PtxPlace& place) const {
    const auto file = files_.find(place.file);
    if (file == files_.end() || place.line < 1) return {};
    return fmt::format("{}:{}", file->second, place.line);
  }

  std::vector<std::string_view> lines_;
  std::string_view unit_;
  std::map<int, std::string_view> files_;
};

/// What ptxas says of a line of PTX.
struct PtxMessage {
  int line = 0;
  std::string_view text;
};

std::optional<PtxMessage> ptx_message_in(std::string_view line) {
  constexpr std::string_view place = " input, line ";
  constexpr std::string_view severity = "; error";
  const std::size_t at = line.find(place);
  if (!line.starts_with("ptxas ") || at == line.npos) return std::nullopt;
  line.remove_prefix(at + place.size());
  PtxMessage out{.line = take_int(line), .text = {}};
  const std::size_t colon = line.find(": ");
  if (out.line == 0 || !line.starts_with(severity) || colon == line.npos) return std::nullopt;
  out.text = trimmed(line.substr(colon + 2));
  return out;
}

}  // namespace

std::string with_places_of_ptx(std::string_view log, std::string_view ptx, std::string_view unit) {
  const PtxPlaces places(ptx, unit);
  std::string out;
  bool has_errors = false;
  for (const std::string_view line : ptx_lines(log)) {
    if (const std::optional<PtxMessage> message = ptx_message_in(line)) {
      has_errors = true;
      const std::string place = places.find(message->line);
      out += place.empty() ? fmt::format("ptxas error   : {}\n", message->text)
                           : fmt::format("{}: error: inline PTX: {}\n", place, message->text);
    } else if (!has_errors || !line.starts_with("ptxas fatal")) {  // which says that there were errors
      out.append(line).append("\n");
    }
  }
  return out;
}

}  // namespace heteroscope
