#pragma once

#include <vector>

#include "app/bench/rows.hpp"
#include "app/options/settings_options.hpp"
#include "core/model/suite.hpp"

namespace heteroscope {

/// The cases that `bench WORKLOAD` measures with these options; `base` is what make_settings() made of them.
std::vector<BenchCase> workload_cases(const SettingsOptions& options, const Settings& base, const Workload& workload);

/// The cases that `bench SUITE` measures: each scene × precision × block × variant of the suite that the options leave.
/// Values that the options set on the suite's axis, one or more, replace its scenes. Throws BadInput for options that
/// the suite has chosen itself.
std::vector<BenchCase> suite_cases(const SettingsOptions& options, const Settings& base, const Suite& suite);

/// Steps that are asked for of a run, at most.
inline constexpr int most_steps_of_bench = 1'000'000;
/// Steps that each measured run takes: those that were asked for, or as many as give a GPU some ms to do. An iteration
/// that settles takes as many as it needs.
std::int64_t steps_of_run(const SettingsOptions& options, const Settings& settings, const Workload& workload);
/// The numbers of threads with which a CPU variant is measured if none is asked for: 1 and all, and with `doubling`
/// each power of 2 between.
std::vector<int> thread_counts(bool doubling);

/// Values that grow without bound are not what anyone wants to time by mistake: throws BadInput for such a case.
void check_limits(const std::vector<BenchCase>& cases, const Workload& workload);

}  // namespace heteroscope
