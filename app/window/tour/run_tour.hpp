#pragma once

#include <filesystem>

#include "app/window/shell/window.hpp"

namespace heteroscope {

/// Shows the window, which begins as `window` says, through the scripted tour, which writes into `folder`, and closes
/// it. Returns the exit code. Throws BadInput where run_window() and the tour do.
int run_tour(const std::filesystem::path& folder, WindowOptions window);

}  // namespace heteroscope
