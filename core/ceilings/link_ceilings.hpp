#pragma once

#include <span>

#include "core/types/participant.hpp"

namespace heteroscope {

/// The rates that a link into a GPU's memory reaches.
struct LinkRates {
  double bytes_per_s = 0;  ///< of large copies
  double latency_s = 0;    ///< of a copy of 64 bytes that goes there or back when the one before it has ended
};

/// Bytes per second that reach a GPU's memory from all these participants together: each sends as many large blocks
/// as its link's rate allows beside the others, and all begin at the same time. Where every participant's rows go into
/// one GPU this is less than the links' rates added up, for they end in one memory. Throws DeviceError.
double measure_arrival(std::span<const Participant> from, int to);

/// Measures the link from the host's page-locked memory, or from another GPU's memory. Throws DeviceError.
LinkRates measure_link(const Participant& from, int to);

}  // namespace heteroscope
