#pragma once

#include <cstdint>
#include <string_view>

#include "core/model/job.hpp"
#include "core/trace/writer.hpp"

namespace heteroscope {

/// All of a job's rows, as a pass of the trace.
inline PassShape pass_of(const MapJob& job, std::string_view name) {
  return {name, Over::output, job.output.size, {{0, job.output.size.width}, job.rows}, job.output.domain};
}
inline PassShape pass_of(const ReduceJob& job, std::string_view name) {
  return {name, Over::input, job.input.size, {{0, job.input.size.width}, job.rows}};
}
inline PassShape pass_of(const IterateJob& job, std::string_view name) {
  const Size size = job.planes.front().size;
  return {name, Over::state, size, {{0, size.width}, job.rows}};
}

/// Returns the number of the first cell of a pass's rows, counted row by row.
inline std::uint64_t first_cell(const PassShape& pass) {
  return static_cast<std::uint64_t>(pass.region.rows.begin) * static_cast<std::uint64_t>(pass.space.width);
}
/// Returns the number of cells of a pass's rows.
inline std::uint64_t cells_of(const PassShape& pass) {
  return static_cast<std::uint64_t>(pass.region.rows.count()) * static_cast<std::uint64_t>(pass.space.width);
}

}  // namespace heteroscope
