#include "core/color/palette_text.hpp"

#include <fmt/format.h>

#include <charconv>
#include <optional>
#include <sstream>

#include "core/base/message.hpp"
#include "core/base/typed_number.hpp"
#include "core/base/wrong.hpp"
#include "core/color/palette.hpp"
#include "core/io/extension.hpp"
#include "core/io/file.hpp"

namespace heteroscope {
namespace {

constexpr std::uint32_t opaque = 0xff000000U;

std::uint32_t color_of(std::uint32_t red, std::uint32_t green, std::uint32_t blue) {
  return red | green << 8 | blue << 16 | opaque;
}

/// "#102030".
std::optional<std::uint32_t> parse_color(std::string_view text) {
  if (text.size() != 7 || text.front() != '#') return std::nullopt;
  std::uint32_t rgb = 0;
  const auto [end, error] = std::from_chars(text.data() + 1, text.data() + text.size(), rgb, 16);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return color_of(rgb >> 16, rgb >> 8 & 255U, rgb & 255U);
}

void check_count(std::string_view what, std::size_t count) {
  if (count < 2) throw wrong_file(Wrong::value, std::string(what), "a palette needs at least two colors");
  if (count > most_color_stops) {
    throw wrong_file(Wrong::value, std::string(what), "a palette can have at most {} colors, not {}", most_color_stops,
                     count);
  }
}

/// "255 128 0 Orange": three numbers, and whatever follows. None of a line that is empty or a comment.
std::optional<std::uint32_t> color_in(const std::string& name, const std::string& line, std::size_t number) {
  std::istringstream words(line);
  std::string first;
  if (!(words >> first) || first.front() == '#' || first.front() == ';') return std::nullopt;
  words.seekg(0);
  int rgb[3];
  for (int& each : rgb) {
    if (!(words >> each) || each < 0 || each > 255) {
      throw wrong_file(Wrong::kind, name, "line {} {} is not a color: three numbers from 0 to 255", number,
                       quote(line));
    }
  }
  return color_of(static_cast<std::uint32_t>(rgb[0]), static_cast<std::uint32_t>(rgb[1]),
                  static_cast<std::uint32_t>(rgb[2]));
}

std::vector<std::uint32_t> colors_in(const std::string& name, const std::string& text, bool gimp) {
  std::vector<std::uint32_t> out;
  std::istringstream lines(text);
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (gimp && number == 1) {
      if (!line.starts_with("GIMP Palette"))
        throw wrong_file(Wrong::kind, name, "does not begin with \"GIMP Palette\"");
      continue;
    }
    if (gimp && (line.starts_with("Name:") || line.starts_with("Columns:"))) continue;
    if (const auto color = color_in(name, line, number)) out.push_back(*color);
    if (out.size() > most_color_stops) break;
  }
  return out;
}

}  // namespace

std::string text_of_stops(std::span<const ColorStop> stops) {
  std::string out;
  for (const ColorStop& each : stops) {
    const auto channel = [&](int shift) { return each.color >> shift & 255U; };
    out += fmt::format("{}{}:#{:02x}{:02x}{:02x}", out.empty() ? "" : ",", each.place, channel(0), channel(8),
                       channel(16));
  }
  return out;
}

std::vector<ColorStop> parse_stops(std::string_view what, std::string_view text) {
  std::vector<ColorStop> out;
  while (!text.empty()) {
    const std::string_view stop = text.substr(0, text.find(','));
    text.remove_prefix(std::min(stop.size() + 1, text.size()));
    const std::size_t colon = stop.find(':');
    const auto color = colon == stop.npos ? std::nullopt : parse_color(stop.substr(colon + 1));
    if (!color) throw wrong_option(Wrong::kind, what, stop, " is not PLACE:COLOR, like 0.5:#ff8000");
    const double place = parse_real(what, std::string(stop.substr(0, colon)), 0, 1);
    if (!out.empty() && place < out.back().place)
      throw wrong_file(Wrong::value, std::string(what), "{} comes after {}: places must rise", place, out.back().place);
    out.push_back({place, *color});
    if (out.size() > most_color_stops) break;
  }
  check_count(what, out.size());
  return out;
}

bool is_palette_file(const std::filesystem::path& path) {
  const std::string extension = extension_of(path);
  return extension == ".gpl" || extension == ".map";
}

std::vector<ColorStop> load_palette_file(const std::filesystem::path& path) {
  constexpr std::size_t longest = 1 << 20;
  const std::string text = read_text(path, longest);
  const std::vector<std::uint32_t> colors = colors_in(path.string(), text, extension_of(path) == ".gpl");
  check_count(path.string(), colors.size());
  std::vector<ColorStop> out;
  for (std::size_t i = 0; i < colors.size(); ++i)
    out.push_back({static_cast<double>(i) / static_cast<double>(colors.size() - 1), colors[i]});
  return out;
}

}  // namespace heteroscope
