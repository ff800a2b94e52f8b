#include "core/worker/time_limit.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope {

double own_time_limit_s() {
  constexpr double usual = 10;
  const char* const text = std::getenv(own_limit_variable);
  if (text == nullptr) return usual;
  const std::string_view word(text);
  double out = 0;
  const auto [end, error] = std::from_chars(word.begin(), word.end(), out);
  if (error != std::errc() || end != word.end() || !(out > 0)) {
    throw BadInput(Wrong::kind, own_limit_variable,
                   fmt::format("{}: '{}' is no number of seconds above 0", own_limit_variable, excerpt(word)));
  }
  return out;
}

}  // namespace heteroscope
