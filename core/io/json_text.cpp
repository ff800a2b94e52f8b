#include "core/io/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope {
namespace {

constexpr std::size_t most_values = 1'000'000;

/// How much a text could take: each level and each value takes memory, which must not grow with a file that is nothing
/// else. (A callback of the parser could tell, too, but makes it look through a list again for every element.)
struct Measure {
  int levels = 0;
  std::size_t values = 1;
};

Measure measure(std::string_view text) {
  Measure out;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') {
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '[' || c == '{')) {
      out.levels = std::max(out.levels, ++depth);
      ++out.values;
    } else if (!quoted && (c == ']' || c == '}')) {
      --depth;
    } else if (!quoted && c == ',') {
      ++out.values;
    }
  }
  return out;
}

template <class Json>
Json parsed(const std::string& text, const std::string& name, int levels) {
  const Measure found = measure(text);
  if (found.levels > levels) {
    throw BadInput(fmt::format("{}: not JSON, or cut short: nested deeper than {} levels", name, levels));
  }
  if (found.values > most_values) throw BadInput(fmt::format("{}: more than {} values", name, most_values));
  try {
    return Json::parse(text);
  } catch (const nlohmann::json::exception& error) {
    // What stands before the bracket is the library's own name for the error.
    std::string_view what = error.what();
    if (const std::size_t bracket = what.find("] "); bracket != what.npos) what.remove_prefix(bracket + 2);
    throw BadInput(fmt::format("{}: not JSON, or cut short: {}", name, excerpt(what)));
  }
}

}  // namespace

nlohmann::json parse_json(const std::string& text, const std::string& name, int levels) {
  return parsed<nlohmann::json>(text, name, levels);
}

nlohmann::ordered_json parse_ordered_json(const std::string& text, const std::string& name, int levels) {
  return parsed<nlohmann::ordered_json>(text, name, levels);
}

}  // namespace heteroscope
