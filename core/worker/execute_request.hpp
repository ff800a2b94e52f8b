#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/frame/options.hpp"
#include "core/model/settings/settings.hpp"
#include "core/plan/plan.hpp"
#include "core/worker/messages.hpp"

namespace heteroscope {

/// Plans' settings as requests have them. Frames of one plan follow on each other: its text is made once.
class SettingsText {
 public:
  /// Returns the text, which stays until the next call.
  const std::string& of(const Plan& plan);

 private:
  std::optional<Settings> settings_;
  bool reads_source_ = false;
  std::string text_;  ///< of these
};

/// Returns what a worker is asked for so that it executes the plan, on the processors of its own machine; whoever sends
/// it adds its number, and keeps `settings` for the next one. Throws BadInput for options that ask for what only this
/// process can do.
ExecuteRequest request_for(const Plan& plan, const ExecuteOptions& options, SettingsText& settings);

/// Returns the files of the plan's variants that are a person's own.
std::vector<OwnFile> own_files_of(const Plan& plan);

/// Returns "my_heat.cu, my_mean.cpp": the names of files.
std::string names_of(const std::vector<OwnFile>& files);

/// Returns whether one of the files is code of the host. A GPU's kernels reach no files.
bool has_functions(const std::vector<OwnFile>& files);

}  // namespace heteroscope
