#pragma once

#include <string>

#include "app/production/production.hpp"

namespace heteroscope {

/// Where what came of it is said: on standard output, or beside it where that holds something else.
enum class Told { out, beside };

/// Has it made to its end, with a line of progress; Ctrl-C stops it, and gives the step under way up where
/// its Waiter looks at EndOnRequest::token(). Says what came of it, and
/// returns the exit code. `command`: its name. Throws what Production::run() does.
int make_to_end(Production& production, const std::string& command, Told told = Told::out);

}  // namespace heteroscope
