#pragma once

#include <string>
#include <vector>

#include "app/measures/counted.hpp"
#include "app/measures/roofline.hpp"
#include "core/device/occupancy.hpp"
#include "core/run/count_frame.hpp"

namespace heteroscope {

/// What was counted of a stage, of a kernel, or of all of them.
struct CountedColumn {
  std::string title;
  std::vector<Counted> measures;
};

/// A column a stage, and where these are several one of all that is work. The model is of the work that is needed at
/// least, and, where the variant's accesses are known, of their sectors and passes.
std::vector<CountedColumn> columns_of(const CountedFrame& frame, const Plan& plan);
/// "12.3 GB", "98.1 %".
std::string value_text(const Measure& measure);
/// Null where the column has no such measure.
const Counted* find_counted(const CountedColumn& column, const std::string& id);
/// Where a run stands whose model moved `bytes_per_s`, by what was counted of the same work; nothing where the bytes of
/// memory were not.
std::optional<RoofPoint> counted_point(const CountedColumn& column, double bytes_per_s);
/// A line for each column.
std::string counters_csv(const std::vector<CountedColumn>& columns);

/// A kernel with what it asks of a multiprocessor, in words.
struct KernelLine {
  std::string kernel, launches, grid, block, registers, local_bytes, shared_bytes, blocks_at_once, occupancy, limit;
};
KernelLine line_of(const NotedKernel& kernel, const device::MultiprocessorLimits& limits);

}  // namespace heteroscope
