#include <fmt/format.h>

#include <map>

#include "app/options/locations/formats.hpp"
#include "core/base/error.hpp"
#include "core/base/lines.hpp"

namespace heteroscope {
namespace {

using Entries = std::map<std::string_view, std::string_view>;

Entries entries_of(std::string_view text) {
  Entries out;
  for (const std::string_view line : lines_of(text)) out.insert(parted(line, ':'));
  return out;
}

std::string_view needed(const Entries& all, std::string_view key) {
  const auto found = all.find(key);
  if (found == all.end() || found->second.empty())
    throw BadInput(Wrong::missing, std::string(key), fmt::format("a line \"{}: …\" is missing", key));
  return found->second;
}

/// The entry is there and says something else than usual.
bool differs(const Entries& all, std::string_view key, const Decimal& usual) {
  const auto found = all.find(key);
  return found != all.end() && !found->second.empty() && location_number(key, found->second) != usual;
}

}  // namespace

bool is_kalles(std::string_view text) {
  const Entries all = entries_of(text.substr(0, text.find('\0')));
  return all.contains("Re") && all.contains("Im") && all.contains("Zoom");
}

Location parse_kalles(std::string_view text) {
  const Entries all = entries_of(text);
  if (differs(all, "Power", 2)) refuse_formula("power " + location_number("Power", all.at("Power")).short_text());
  if (differs(all, "FractalType", 0))
    refuse_formula("type " + location_number("FractalType", all.at("FractalType")).short_text());
  Location out{.program = "Kalles Fraktaler",
               .re = location_number("Re", needed(all, "Re")),
               .im = location_number("Im", needed(all, "Im")),
               .height = height_of_zoom("Zoom", needed(all, "Zoom")),
               .width = {},
               .limit = {},
               .julia = {},
               .left_out = {}};
  if (const auto limit = all.find("Iterations"); limit != all.end())
    out.limit = location_number("Iterations", limit->second);
  for (const std::string_view key : {"RotateAngle", "Rotate"}) {
    if (differs(all, key, 0)) out.rotation = location_angle(key, all.at(key));
  }
  if (differs(all, "StretchAmount", 0) || differs(all, "Ratio", 360)) out.left_out.emplace_back("a stretched view");
  if (all.contains("Colors")) out.left_out.emplace_back("its colors");
  return out;
}

}  // namespace heteroscope
