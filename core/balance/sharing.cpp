#include "core/balance/sharing.hpp"

#include <fmt/format.h>

namespace heteroscope {

std::string advice_against_sharing(const SharedFrameCost& cost) {
  constexpr double doubt = 1.05;  // the sum of parts is not quite the time of the whole
  const double frame_ms = cost.together_ms + cost.merge_ms;
  if (cost.merge_ms <= 0 || frame_ms <= doubt * cost.alone_ms) return {};
  std::string sent;
  if (cost.sending_ms > 0)
    sent = fmt::format(" ({:.3g} GB at {:.3g} GB/s)", cost.sent_bytes / 1e9, cost.sent_bytes / cost.sending_ms / 1e6);
  return fmt::format(
      "Several GPUs are not worth it: a frame takes {:.2f} ms, {:.2f} ms of them for bringing rows together{}, and one "
      "GPU alone would take about {:.2f} ms; --split auto leaves out what does not help.",
      frame_ms, cost.merge_ms, sent, cost.alone_ms);
}

}  // namespace heteroscope
