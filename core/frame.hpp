#pragma once

#include <cstdint>

#include "core/field.hpp"
#include "core/plan.hpp"
#include "core/summary.hpp"
#include "core/timing.hpp"
#include "core/trace.hpp"

namespace heteroscope {

/// A finished result: what was asked, what came out, what it took.
struct Frame {
  Plan plan;
  Field field;
  Summary summary;
  Work work;
  Timing timing;
  Trace trace;
  std::uint64_t serial = 0;
};

}  // namespace heteroscope
