#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/descriptor.hpp"

namespace heteroscope {

/// The option of the command `worker` (core/worker/worker_process.hpp) that makes it a keeper. It is not for a person.
inline constexpr std::string_view worker_run_option = "--run";

/// Opens a file to which a run prints, behind what is there. Throws BadInput.
Descriptor open_stream(const std::filesystem::path& file);

/// Returns the words that start the keeper of the run in this folder.
std::vector<std::string> keeper_words(const std::filesystem::path& run);

/// Starts the command of the run in this folder (core/serving/kept_runs.hpp), and keeps its exit code when it has
/// ended. It is ended as by Ctrl-C where nobody follows it for a day, and by force ten minutes later. Its standard
/// input is the run's lock, which the command inherits. Throws BadInput for a folder that has no run.
void keep_run(const std::filesystem::path& run);

}  // namespace heteroscope
