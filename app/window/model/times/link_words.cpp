#include "app/window/model/times/link_words.hpp"

#include <fmt/format.h>

#include "app/text/format.hpp"

namespace heteroscope {

std::string link_text(const FrameSample& sample) {
  if (!sample.crossing) return {};
  const LinkSpeed& speed = sample.crossing->speed;
  return fmt::format("{}: round trip {}, {}", sample.machine, format_ms(speed.delay_ms),
                     format_si(speed.bytes_per_s, "B/s"));
}

std::string link_costs_text(const FrameSample& sample) {
  if (!sample.crossing) return {};
  const Timing& t = sample.timing;
  return fmt::format("there {}, link {}, here {}", format_ms(t.total + t.pack), format_ms(t.link),
                     format_ms(t.unpack + t.display));
}

std::string link_help(const FrameSample& sample) {
  if (!sample.crossing) return {};
  const Crossing& crossing = *sample.crossing;
  const Timing& t = sample.timing;
  return fmt::format(
      "The newest frame took {} to compute on {} and {} to pack there; the request and the values took {} on the link; "
      "unpacking here took {}, and bringing it to the screen {}. {} were sent, {}. The link as measured: a message "
      "takes {} there and back (the round trip), and {} are sent in a second.",
      format_ms(t.total), sample.machine, format_ms(t.pack), format_ms(t.link), format_ms(t.unpack),
      format_ms(t.display), format_bytes(static_cast<double>(crossing.bytes)),
      crossing.packed ? "packed without loss" : "as they were", format_ms(crossing.speed.delay_ms),
      format_si(crossing.speed.bytes_per_s, "B"));
}

}  // namespace heteroscope
