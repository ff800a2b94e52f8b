#pragma once

#include <optional>
#include <string>

#include "app/options/settings_options.hpp"

namespace heteroscope {

/// The files that `study split` writes beside standard output.
struct StudyFiles {
  std::optional<std::string> csv, json, svg;
};

/// Measures how the time of a frame depends on the GPUs' share of it. Returns the exit code.
int study_split(const SettingsOptions& options, const StudyFiles& files);

}  // namespace heteroscope
