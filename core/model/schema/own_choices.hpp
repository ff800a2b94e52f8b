#pragma once

#include <string>

#include "core/model/settings/settings.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// Returns the settings without choices of persons' files: instead of these stands each stage's default, and nothing
/// that only such files declare as tunable has a value. They can be read where no file is open.
Settings without_own_files(Settings settings, const Workload& workload);

/// Returns the settings without those choices of persons' files that do not compute: a CPU's file where the GPU
/// computes alone, a GPU's where the CPU does.
Settings without_idle_own_files(Settings settings, const Workload& workload);

/// Returns the name of a person's file that computes a stage; empty: the program's own variants compute all.
std::string own_file_in(const Execution& execution);

}  // namespace heteroscope
