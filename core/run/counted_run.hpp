#pragma once

#include <optional>

#include "core/frame/frame.hpp"
#include "core/frame/options.hpp"
#include "core/run/local_executor.hpp"

namespace heteroscope {

/// Executes a CountedRun (core/frame/options.hpp). Throws what LocalExecutor::execute() throws.
std::optional<Frame> execute_counted(LocalExecutor& executor, const Plan& plan, const CountedRun& run);

}  // namespace heteroscope
