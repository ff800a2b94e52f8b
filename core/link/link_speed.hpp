#pragma once

#include <cstdint>

namespace heteroscope {

/// What can be said of a link: the time of a message there and back, in ms, and bytes a second.
struct LinkSpeed {
  double delay_ms = 0;
  double bytes_per_s = 0;
  bool operator==(const LinkSpeed&) const = default;

  /// Learns from so many bytes that have crossed within `all_ms`, of which both ends were busy with something else for
  /// `busy_ms`: that may have gone on beside the crossing, or not, so that the link's rate is between two numbers. It
  /// changes where what was known of it is beyond one of them. Few bytes say nothing.
  void learn(std::uint64_t bytes, double all_ms, double busy_ms);
  /// Returns how many bytes may be on the way at once: what keeps the link busy until the other end hears that some
  /// have arrived, and little more, since whatever is asked for next waits behind them. At least 256 KiB.
  [[nodiscard]] std::uint64_t window_bytes() const;
};

}  // namespace heteroscope
