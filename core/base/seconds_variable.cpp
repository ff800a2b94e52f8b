#include "core/base/seconds_variable.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <optional>
#include <string_view>

#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/base/number_text.hpp"

namespace heteroscope {

double seconds_named_by(const char* variable, double usual) {
  const char* const text = std::getenv(variable);
  if (text == nullptr) return usual;
  const std::string_view word(text);
  const std::optional<double> out = number_from<double>(word);
  if (!out || !(*out > 0)) {
    throw BadInput(Wrong::kind, variable,
                   fmt::format("{}: '{}' is not a number of seconds above 0", variable, excerpt(word)));
  }
  return *out;
}

}  // namespace heteroscope
