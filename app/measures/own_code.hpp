#pragma once

#include <string>
#include <vector>

#include "core/own/compile/disassembly.hpp"
#include "core/own/source/own_source.hpp"
#include "core/plan/plan.hpp"
#include "core/run/gpu/launch_notes.hpp"

namespace heteroscope {

/// The code that a person's file is compiled to.
struct OwnCode {
  /// What each kernel asks of the GPU in use, launched over all rows of the plan; none for the CPU, without a plan, and
  /// where no GPU can load it. `launches` is 0: nothing has run.
  std::vector<NotedKernel> kernels;
  std::string ptx;  ///< of a GPU's kernels
  Disassembly machine;
};

/// Compiles the source and lists its code; nothing of it is executed. `plan`: whose precision, block and tunables are
/// taken, where the source computes a stage of it; null: the file's own. Throws CompileError for a source that is
/// wrong, BadInput where there is no compiler, and DeviceError where the GPU does not take the code.
OwnCode own_code(const OwnSource& source, const Plan* plan);

}  // namespace heteroscope
