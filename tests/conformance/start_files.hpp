#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "core/model/workload.hpp"

namespace heteroscope::testing {

/// The file for the CPU from which a person starts a variant of a stage, compiled with these tests, as a variant that
/// computes by the stage's OwnKernels.
struct StartFile {
  std::string workload;
  std::string stage;
  const Variant* whole;     ///< computes a job's rows at once
  const Variant* in_bands;  ///< computes them in two jobs, one after the other; null: it iterates
};

/// Prints what GoogleTest shows of a parameter: "binarize mean".
inline void PrintTo(const StartFile& file, std::ostream* out) {
  *out << file.workload << ' ' << file.stage;
}

/// Those of all stages that take variants of one's own.
const std::vector<StartFile>& start_files();

}  // namespace heteroscope::testing
