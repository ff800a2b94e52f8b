#pragma once

#include <vector>

#include "app/bench/rows.hpp"
#include "app/options/file_use.hpp"
#include "app/options/settings_options.hpp"

namespace heteroscope {

inline constexpr int most_runs = 1'000'000;
inline constexpr double most_budget_ms = 3600e3;

/// What is to be measured.
struct Asked {
  const Workload* workload = nullptr;
  const Suite* suite = nullptr;  ///< null: the workload's variants by themselves
  std::vector<BenchCase> cases;
  BenchEffort effort;
  bool ranked = false;  ///< it is a ranking of variants from files
  /// Files that are no variants of it, a line each with the reason, and those that are wrong in cases beside its own.
  std::vector<std::string> said_of_files;
};

/// The measurement that the options ask for; WORKLOAD is a workload's id or a suite's. Adds the files that they read to
/// `files`. Throws BadInput.
Asked asked_by(const SettingsOptions& typed, FileUse& files);

}  // namespace heteroscope
