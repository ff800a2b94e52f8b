#pragma once

#include <map>
#include <string>
#include <vector>

#include "app/measures/counted.hpp"
#include "app/measures/roofline.hpp"
#include "core/device/limits/occupancy.hpp"
#include "core/frame/frame.hpp"

namespace heteroscope {

/// What was counted of a stage, of a kernel, or of all of them.
struct CountedColumn {
  std::string title;
  std::vector<Counted> measures;
};

/// What a frame's counters are held against: the work that is needed at least and, where the variant's accesses are
/// known, their sectors and passes a request, by the measure's id.
struct CountedModel {
  Work work;
  std::map<std::string, double> accesses;
};
/// `of` chooses the GPU variant and its block, whoever computed the frame.
CountedModel model_of(const Plan& plan, const Execution& of, const Work& work, const Field& input);
/// Puts what the accesses say beside what was counted.
void put_accesses(CountedColumn& column, const CountedModel& model);

/// A column a stage of a frame that was counted, and where these are several one of all that is work. The model is of
/// the work that is needed at least, and, where the variant's accesses are known, of their sectors and passes.
std::vector<CountedColumn> columns_of(const Frame& frame);
/// "12.3 GB", "98.1 %".
std::string value_text(const Datum& measure);
/// Null where the column has no such measure.
const Counted* find_counted(const CountedColumn& column, const std::string& id);
/// Where a run stands whose model moved `bytes_per_s`, by what was counted of the same work. `bytes`: the measure whose
/// bytes count; nothing where these, or those of memory, were not counted.
std::optional<RoofPoint> counted_point(const CountedColumn& column, double bytes_per_s,
                                       const std::string& bytes = "dram_bytes");
/// A line for each column, and one for each kernel.
std::string counters_csv(const std::vector<CountedColumn>& columns, const std::vector<NotedKernel>& kernels,
                         const device::MultiprocessorLimits& limits);

/// A kernel with what it asks of a multiprocessor, in words.
struct KernelLine {
  std::string kernel, launches, grid, block, registers, local_bytes, shared_bytes, blocks_at_once, occupancy, limit;
};
KernelLine line_of(const NotedKernel& kernel, const device::MultiprocessorLimits& limits);
/// The lines of all of them as a table in Markdown.
std::string kernels_table(const std::vector<NotedKernel>& kernels, const device::MultiprocessorLimits& limits);

}  // namespace heteroscope
