#include "core/balance/sharing.hpp"

#include <fmt/format.h>

namespace heteroscope {

std::string advice_against_sharing(double alone_ms, double together_ms, double merge_ms) {
  constexpr double doubt = 1.05;  // the sum of parts is not quite the time of the whole
  if (merge_ms <= 0 || together_ms + merge_ms <= doubt * alone_ms) return {};
  return fmt::format(
      "Several GPUs are not worth it: a frame takes {:.2f} ms, {:.2f} ms of them for bringing rows together, and one "
      "GPU alone would take about {:.2f} ms; --split auto leaves out what does not help.",
      together_ms + merge_ms, merge_ms, alone_ms);
}

}  // namespace heteroscope
