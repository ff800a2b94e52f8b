#pragma once

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

}  // namespace heteroscope
