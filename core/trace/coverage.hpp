#pragma once

#include <string>

#include "core/trace/trace.hpp"

namespace heteroscope {

/// Whether the spans of each pass cover its cells, each once: one line that names the first cell that is computed
/// never or too often; empty if there is none. Nothing is known of a trace that has dropped spans: it is not looked
/// at.
std::string wrong_coverage(const Trace& trace);

}  // namespace heteroscope
