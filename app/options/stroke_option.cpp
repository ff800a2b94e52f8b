#include "app/options/stroke_option.hpp"

#include <fmt/format.h>

#include <array>
#include <limits>

#include "app/options/settings_options.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope {

Stroke parse_stroke(const std::string& text) {
  const std::string option = fmt::format("--stroke '{}'", excerpt(text));
  std::array<std::string, 5> parts;
  std::size_t begin = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const std::size_t colon = text.find(':', begin);
    const bool last = i + 1 == parts.size();
    if ((colon == text.npos) != last) {
      throw BadInput(option + " is no STEP:X:Y:RADIUS:AMOUNT, such as 0:0.5:0.5:0.1:1");
    }
    parts[i] = text.substr(begin, last ? text.npos : colon - begin);
    begin = colon + 1;
  }
  constexpr double any = std::numeric_limits<double>::max();
  return {.step = parse_whole(option, parts[0], 0, most_steps),
          .x = parse_real(option, parts[1], 0, 1),
          .y = parse_real(option, parts[2], 0, 1),
          .radius = parse_real(option, parts[3], 0, 1),
          .amount = parse_real(option, parts[4], -any, any)};
}

}  // namespace heteroscope
