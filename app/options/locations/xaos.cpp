#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/options/locations/formats.hpp"
#include "core/base/error.hpp"
#include "core/base/lines.hpp"
#include "core/base/message.hpp"
#include "core/base/trimmed.hpp"
#include "core/numbers/turn.hpp"

namespace heteroscope {
namespace {

using Words = std::vector<std::string_view>;

/// Words of a command, which is one pair of parentheses.
Words words_of_command(std::string_view command) {
  Words out;
  while (!(command = trimmed(command)).empty()) {
    const std::size_t end = std::min(command.find_first_of(" \t\r\n"), command.size());
    out.push_back(command.substr(0, end));
    command.remove_prefix(end);
  }
  return out;
}

/// The commands of a position; lines after a semicolon are comments.
std::vector<Words> commands_of(std::string_view text) {
  std::vector<Words> out;
  for (const std::string_view line : lines_of(text)) {
    if (line.front() == ';') continue;
    for (std::size_t from = line.find('('); from != std::string_view::npos; from = line.find('(', from + 1)) {
      const std::size_t end = line.find(')', from);
      if (end == std::string_view::npos) {
        throw BadInput(Wrong::damaged, "parenthesis",
                       "a parenthesis is not closed: " + excerpt(std::string(line.substr(from))));
      }
      if (Words words = words_of_command(line.substr(from + 1, end - from - 1)); !words.empty()) out.push_back(words);
    }
  }
  return out;
}

const Words* find(const std::vector<Words>& all, std::string_view command, std::size_t arguments) {
  const auto found = std::ranges::find_if(all, [&](const Words& each) { return each.front() == command; });
  if (found == all.end()) return nullptr;
  if (found->size() != arguments + 1) {
    throw BadInput(Wrong::kind, std::string(command),
                   fmt::format("({} …) does not have {} numbers", command, arguments));
  }
  return &*found;
}

bool is_on(const std::vector<Words>& all, std::string_view command) {
  const Words* const found = find(all, command, 1);
  return found != nullptr && found->at(1) == "#t";
}

void check_formula(const std::vector<Words>& all) {
  if (const Words* const formula = find(all, "formula", 1); formula != nullptr && formula->at(1) != "'mandel")
    refuse_formula(excerpt(std::string(formula->at(1).substr(formula->at(1).starts_with('\'') ? 1 : 0))));
  if (const Words* const plane = find(all, "plane", 1); plane != nullptr && plane->at(1) != "0")
    refuse_formula("plane " + excerpt(std::string(plane->at(1))));
  if (const Words* const start = find(all, "perturbation", 2)) {
    for (const std::size_t i : {1U, 2U}) {
      if (!location_number("perturbation", start->at(i)).is_zero()) refuse_formula("orbits that begin elsewhere");
    }
  }
}

}  // namespace

bool is_xaos(std::string_view text) {
  return text.find("(view ") != std::string_view::npos &&
         (text.find("(initstate)") != std::string_view::npos || text.find("(formula ") != std::string_view::npos);
}

Location parse_xaos(std::string_view text) {
  const std::vector<Words> all = commands_of(text);
  check_formula(all);
  const Words* const view = find(all, "view", 4);
  if (view == nullptr) throw BadInput("(view RE IM WIDTH HEIGHT) is missing");
  Location out{.program = "XaoS",
               .re = location_number("view", view->at(1)),
               .im = location_number("view", view->at(2)),
               .height = location_number("view", view->at(4)),
               .width = location_number("view", view->at(3)),
               .limit = {},
               .julia = {},
               .left_out = {}};
  const Words* const seed = find(all, "juliaseed", 2);
  if (is_on(all, "julia") && seed != nullptr)
    out.julia = std::pair(location_number("juliaseed", seed->at(1)), location_number("juliaseed", seed->at(2)));
  if (const Words* const limit = find(all, "maxiter", 1)) out.limit = location_number("maxiter", limit->at(1));
  if (const Words* const angle = find(all, "angle", 1))
    out.rotation = half_turn(-location_angle("angle", angle->at(1)));
  const auto any = [&](std::string_view command) {
    return std::ranges::any_of(all, [&](const Words& each) { return each.front() == command; });
  };
  if (any("palette") || any("defaultpalette")) out.left_out.emplace_back("its colors");
  if (any("incoloring") || any("outcoloring") || any("intcoloring") || any("outtcoloring"))
    out.left_out.emplace_back("its coloring modes");
  if (any("filter")) out.left_out.emplace_back("its filters");
  if (any("bailout")) out.left_out.emplace_back("its escape radius");
  return out;
}

}  // namespace heteroscope
