#pragma once

#include "app/commands/study/split.hpp"

namespace heteroscope {

/// Shows what each GPU variant of a workload launches for a problem, and how efficient its memory accesses are by their
/// addresses. These are computed by the functions that the kernels themselves use, without a GPU. Returns the exit
/// code.
int study_mappings(const SettingsOptions& options, const StudyFiles& files);

}  // namespace heteroscope
