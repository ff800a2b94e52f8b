#pragma once

#include <cstdint>

namespace heteroscope {

/// What can be said of a link: the time of a message there and back, in ms, and bytes a second.
struct LinkSpeed {
  double delay_ms = 0;
  double bytes_per_s = 0;

  /// TCP sends so many bytes after a pause before it hears that some have come: ten packets (RFC 6928). What is longer
  /// takes another way there and back.
  static constexpr double first_flight_bytes = 14'000;
  bool operator==(const LinkSpeed&) const = default;

  /// Learns from so many bytes that have crossed within `all_ms`, of which both ends were busy with something else for
  /// `busy_ms`: that may have gone on beside the crossing, or not, so that the link's rate is between two numbers. It
  /// changes where what was known of it is beyond one of them. Few bytes say nothing.
  void learn(std::uint64_t bytes, double all_ms, double busy_ms);
  /// Returns how many bytes may be on the way at once: what keeps the link busy until the other end hears that some
  /// have arrived, and little more, since whatever is asked for next waits behind them. At least 256 KiB.
  [[nodiscard]] std::uint64_t window_bytes() const;
};

/// What packing the values that cross a link comes to, at both ends.
struct PackingSpeed {
  static constexpr double usual_per_s = 5e8;  ///< of one core that packs, as measured (docs/machines.md)

  double bytes_per_s = usual_per_s;  ///< of values that are packed, and taken out again
  double share = 0;                  ///< of their bytes that crosses

  /// Learns from values of so many bytes, of which `crossed` have crossed, that were packed and taken out within
  /// `busy_ms`. Few bytes say nothing.
  void learn(std::uint64_t values, std::uint64_t crossed, double busy_ms);
  /// Values were not packed: what was known is forgotten by and by.
  void forget();
  /// Returns whether packing, and sending what is left, takes less time than sending all.
  [[nodiscard]] bool pays(const LinkSpeed& link) const { return link.bytes_per_s < bytes_per_s * (1 - share); }
};

}  // namespace heteroscope
