#pragma once

#include <filesystem>
#include <string>

#include "core/frame/options.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

/// Returns compute-sanitizer of the CUDA toolkit (find_cuda_tool()); empty: there is none.
std::filesystem::path compute_sanitizer();

/// Executes the plan once more, in a worker of its own under compute-sanitizer's tool ("memcheck", "racecheck"), and
/// returns all that the tool said; empty where it could not be run. It takes many times as long, and is given ten times
/// the limit of a frame (own_time_limit_s()). What the execution comes to is of no interest.
std::string sanitizer_log_of(const std::string& tool, const Plan& plan, const ExecuteOptions& options);

}  // namespace heteroscope
