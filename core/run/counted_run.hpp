#pragma once

#include <optional>
#include <string>

#include "core/frame/frame.hpp"
#include "core/frame/options.hpp"
#include "core/run/local_executor.hpp"

namespace heteroscope {

/// "counters, pass 3 of 9": what a CountedRun tells of its next pass.
std::string pass_words(int pass, int passes);

/// Executes a CountedRun (core/frame/options.hpp). Throws what LocalExecutor::execute() throws.
std::optional<Frame> execute_counted(LocalExecutor& executor, const Plan& plan, const CountedRun& run);

}  // namespace heteroscope
