#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>

#include "app/options/locations/formats.hpp"
#include "core/base/error.hpp"
#include "core/base/lines.hpp"
#include "core/base/message.hpp"
#include "core/base/trimmed.hpp"
#include "core/numbers/turn.hpp"

namespace heteroscope {
namespace {

/// Values by their dotted key; of TOML what a location has: tables, dotted keys, texts and numbers in a line each.
struct Toml {
  std::map<std::string, std::string> values;
  int formulas = 0;  ///< tables [[formula]]

  [[nodiscard]] const std::string* find(const std::string& key) const {
    const auto found = values.find(key);
    return found == values.end() ? nullptr : &found->second;
  }
};

/// Without quotation marks, without a comment after it, and without the marks between digits.
std::string plain(std::string_view value) {
  if (!value.empty() && (value.front() == '"' || value.front() == '\'')) {
    const std::size_t end = value.find(value.front(), 1);
    if (end == std::string_view::npos)
      throw BadInput(Wrong::damaged, "text", "a text is not closed: " + excerpt(std::string(value)));
    return std::string(value.substr(1, end - 1));
  }
  std::string out(trimmed(value.substr(0, value.find('#'))));
  std::erase(out, '_');
  return out;
}

Toml toml_of(std::string_view text) {
  Toml out;
  std::string table;
  for (const std::string_view line : lines_of(text)) {
    if (line.front() == '#') continue;
    if (line.front() == '[') {
      const std::size_t from = line.find_first_not_of('[');
      const std::size_t end = line.find(']');
      if (from == std::string_view::npos || end == std::string_view::npos || end < from) continue;
      table = std::string(trimmed(line.substr(from, end - from))) + '.';
      if (line.starts_with("[[formula")) ++out.formulas;
      continue;
    }
    const auto [key, value] = parted(line, '=');
    if (!value.empty()) out.values.try_emplace(table + std::string(key), plain(value));
  }
  return out;
}

std::string_view needed(const Toml& all, const std::string& key) {
  const std::string* const found = all.find(key);
  if (found == nullptr) throw BadInput(Wrong::missing, std::string(key), fmt::format("{} is missing", key));
  return *found;
}

/// Throws BadInput for what is not z² + c.
void check_formula(const Toml& all) {
  if (all.formulas > 1) refuse_formula("several formulas");
  if (const std::string* const name = all.find("formula.name"); name != nullptr && *name != "Mandelbrot")
    refuse_formula(excerpt(*name));
  if (const std::string* const power = all.find("formula.power"); power != nullptr && *power != "2")
    refuse_formula("power " + excerpt(*power));
  for (const char* const each : {"formula.abs_x", "formula.abs_y", "formula.neg_x", "formula.neg_y"}) {
    if (const std::string* const on = all.find(each); on != nullptr && *on == "true") refuse_formula(each);
  }
  if (const std::string* const code = all.find("formula.opcodes"); code != nullptr && *code != "sqr add")
    refuse_formula("opcodes " + excerpt(*code));
}

}  // namespace

bool is_fraktaler(std::string_view text) {
  const auto lines = lines_of(text);
  const auto starts = [&](std::string_view with) {
    return std::ranges::any_of(lines, [&](std::string_view line) { return line.starts_with(with); });
  };
  return starts("location.real") || (starts("[location]") && starts("real"));
}

Location parse_fraktaler(std::string_view text) {
  const Toml all = toml_of(text);
  check_formula(all);
  Location out{.program = "Fraktaler-3",
               .re = location_number("location.real", needed(all, "location.real")),
               .im = location_number("location.imag", needed(all, "location.imag")),
               .height = height_of_zoom("location.zoom", needed(all, "location.zoom")),
               .width = {},
               .limit = {},
               .julia = {},
               .left_out = {}};
  if (const std::string* const limit = all.find("bailout.iterations"))
    out.limit = location_number("bailout.iterations", *limit);
  const std::string* const mirrored = all.find("transform.reflect");
  if (const std::string* const turn = all.find("transform.rotate")) {
    const double degrees = location_angle("transform.rotate", *turn);
    out.rotation = mirrored != nullptr && *mirrored == "true" ? half_turn(-degrees) : degrees;
  }
  if (const std::string* const stretch = all.find("transform.stretch_amount");
      stretch != nullptr && !location_number("transform.stretch_amount", *stretch).is_zero())
    out.left_out.emplace_back("a stretched view");
  for (const auto& [key, what] : {std::pair{"transform.reflect", "a mirrored view"},
                                  std::pair{"transform.exponential_map", "an exponential map"}}) {
    if (const std::string* const on = all.find(key); on != nullptr && *on == "true") out.left_out.emplace_back(what);
  }
  const bool colored = std::ranges::any_of(all.values, [](const auto& each) {
    return each.first.starts_with("colour.") || each.first.starts_with("color.");
  });
  if (colored) out.left_out.emplace_back("its colors");
  return out;
}

}  // namespace heteroscope
