#pragma once

#include <vector>

#include "app/commands/bench/rows.hpp"
#include "app/commands/options/settings_options.hpp"
#include "core/model/suite.hpp"

namespace heteroscope {

/// What `bench WORKLOAD` measures under these options; `base` is what make_settings() made of them.
std::vector<BenchCase> workload_cases(const SettingsOptions& options, const Settings& base, const Workload& workload);

/// What `bench SUITE` measures: each scene × precision × block × variant of the suite that the options leave. Values
/// that the options set on the suite's axis, one or more, take its scenes' place. Throws BadInput for options that the
/// suite has chosen itself.
std::vector<BenchCase> suite_cases(const SettingsOptions& options, const Settings& base, const Suite& suite);

/// Values that grow without bound are not what anyone wants to time by mistake: throws BadInput for such a case.
void check_limits(const std::vector<BenchCase>& cases, const Workload& workload);

}  // namespace heteroscope
