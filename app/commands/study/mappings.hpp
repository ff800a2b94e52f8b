#pragma once

#include "app/commands/study/split.hpp"

namespace heteroscope {

/// What each GPU variant of a workload launches for a problem, and what its memory accesses are worth by their
/// addresses: worked out from what the kernels themselves compute with, without a GPU. Returns the exit code.
int study_mappings(const SettingsOptions& options, const StudyFiles& files);

}  // namespace heteroscope
