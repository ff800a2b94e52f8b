#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/trace/trace.hpp"

namespace heteroscope {

/// A participant's trace, and what it and its units are called.
struct NamedTrace {
  std::string participant;  ///< "GPU 0"
  std::string unit;         ///< "SM"
  const Trace* trace = nullptr;
};

/// Traces in the Trace Event Format, as Perfetto and chrome://tracing read it: a process for each participant, a thread
/// for each of its units; where a unit computes several spans at a time, as many as are needed to show them side by
/// side. Times are in µs since the first span of all participants. `about`: a JSON object, kept under "otherData".
/// Format: Google, "Trace Event Format".
std::string chrome_trace(std::span<const NamedTrace> traces, std::string_view about);

}  // namespace heteroscope
