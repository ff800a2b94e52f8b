#pragma once

#include <vector>

#include "core/model/settings/settings.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// Returns the variants of a person's own that a workload has, as they are now: another save of a file is another one.
std::vector<const Variant*> own_variants_of(const Workload& workload);

/// Returns those of them that compute with these settings.
std::vector<const Variant*> own_variants_of(const Settings& settings, const Workload& workload);

}  // namespace heteroscope
