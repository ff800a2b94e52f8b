#include "core/verify/route.hpp"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/base/number_text.hpp"

namespace heteroscope {

namespace {

constexpr std::string_view plain = "plain";
constexpr std::string_view band = "band:";
constexpr std::array<std::pair<std::string_view, bool Route::*>, 5> words{{{"traced", &Route::traced},
                                                                           {"interrupted", &Route::interrupted},
                                                                           {"moved", &Route::moved},
                                                                           {"carried", &Route::carried},
                                                                           {"shown", &Route::shown}}};

void add_word(Route& route, std::string_view word) {
  for (const auto& [known, member] : words) {
    if (word != known) continue;
    route.*member = true;
    return;
  }
  if (word.starts_with(band)) {
    route.band = number_from<int>(word.substr(band.size())).value_or(0);
    if (route.band >= 1) return;
  }
  throw BadInput(
      fmt::format("route: {} is unknown (plain, or any of traced, band:ROWS, interrupted, moved, carried, shown, "
                  "separated by commas)",
                  quote(word)));
}

}  // namespace

std::string route_text(const Route& route) {
  std::string out;
  const auto add = [&](std::string_view word) {
    if (!out.empty()) out += ',';
    out += word;
  };
  for (const auto& [word, member] : words) {
    if (route.*member) add(word);
  }
  if (route.band > 0) add(fmt::format("{}{}", band, route.band));
  return out.empty() ? std::string(plain) : out;
}

Route parse_route(std::string_view text) {
  Route route;
  if (text == plain) return route;
  for (;;) {
    const std::size_t comma = text.find(',');
    add_word(route, text.substr(0, comma));
    if (comma == text.npos) return route;
    text.remove_prefix(comma + 1);
  }
}

}  // namespace heteroscope
