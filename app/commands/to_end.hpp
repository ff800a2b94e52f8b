#pragma once

#include <string>

#include "app/production/production.hpp"

namespace heteroscope {

/// Has it made to its end, with a line of progress; Ctrl-C stops it after the step under way. Says what came of it, and
/// returns the exit code. `command`: its name. Throws what Production::run() does.
int make_to_end(Production& production, const std::string& command);

}  // namespace heteroscope
