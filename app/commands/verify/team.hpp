#pragma once

#include <functional>

#include "app/commands/verify/checking_process.hpp"

namespace heteroscope {

/// `jobs` threads, each with a checking process of its own, call `step` again and again until it says that nothing is
/// left. One job is done by the caller's thread. What a step throws ends all of them, and is thrown.
void check_together(int jobs, Catalog catalog, const std::function<bool(CheckingProcess&)>& step);

/// For processes that are started from now on: a part of the memory each, and threads that wait for each other without
/// keeping a core busy that another one needs, unless the environment says how they wait.
void make_room_for_jobs(int jobs);

}  // namespace heteroscope
