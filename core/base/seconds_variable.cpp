#include "core/base/seconds_variable.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope {

double seconds_named_by(const char* variable, double usual) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) return usual;
  const std::string_view word(text);
  double out = 0;
  const auto [end, error] = std::from_chars(word.begin(), word.end(), out);
  if (error != std::errc() || end != word.end() || !(out > 0))
    throw BadInput(Wrong::kind, variable,
                   fmt::format("{}: '{}' is no number of seconds above 0", variable, excerpt(word)));
  return out;
}

}  // namespace heteroscope
