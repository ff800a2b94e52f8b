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

/// What counters tell: traffic of each memory, hit rates, sectors a request, use of issue slots, why warps wait. Those
/// are left out whose counters the GPU does not have, or that count nothing there. `work`: what was done; null: nobody
/// knows.
std::vector<Counted> counted(const device::Counts& counts, const Work* work);

/// The same counters of several kernels, added up.
device::Counts sum_of(const std::vector<device::Counts>& parts);

}  // namespace heteroscope
