#include "core/io/json_text.hpp"

#include <fmt/format.h>

#include <string_view>

#include "core/error.hpp"
#include "core/message.hpp"

namespace heteroscope {
namespace {

/// Whether brackets stand within more than so many. Each level takes memory, which must not grow with a file that is
/// nothing else. (A callback of the parser could tell, too, but makes it look through a list again for every element.)
bool is_nested_deeper(std::string_view text, int levels) {
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quoted && c == '\\') {
      ++i;
    } else if (c == '"') {
      quoted = !quoted;
    } else if (!quoted && (c == '[' || c == '{')) {
      if (++depth > levels) return true;
    } else if (!quoted && (c == ']' || c == '}')) {
      --depth;
    }
  }
  return false;
}

}  // namespace

nlohmann::json parse_json(const std::string& text, const std::string& name, int levels) {
  if (is_nested_deeper(text, levels)) {
    throw BadInput(fmt::format("{}: not JSON, or cut short: nested deeper than {} levels", name, levels));
  }
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::exception& error) {
    // What stands before the bracket is the library's own name for the error.
    std::string_view what = error.what();
    if (const std::size_t bracket = what.find("] "); bracket != what.npos) what.remove_prefix(bracket + 2);
    throw BadInput(fmt::format("{}: not JSON, or cut short: {}", name, excerpt(what)));
  }
}

}  // namespace heteroscope
