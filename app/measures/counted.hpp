#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/results/result.hpp"
#include "core/device/counters/counters.hpp"
#include "core/model/stage.hpp"

namespace heteroscope {

/// The hardware counters that counted() makes its measures from.
const std::vector<std::string>& counter_names();

/// A measure, and what the workload's model of its work says it should be.
struct Counted {
  Datum measure;
  std::optional<double> modeled;
};

/// The measures that counters give: traffic of each memory, hit rates, sectors a request, use of issue slots, stall
/// reasons. Those whose counters the GPU does not have, or that count nothing there, are left out. `work` is what was
/// done; null: unknown.
std::vector<Counted> counted(const device::Counts& counts, const Work* work);

/// The counters of several kernels, added up.
device::Counts sum_of(const std::vector<device::Counts>& parts);

}  // namespace heteroscope
