#pragma once

#include <filesystem>

#include "app/window/shell/window.hpp"

namespace heteroscope {

/// Opens a window with the options `window`, drives it through the scripted tour, which writes into `folder`, and
/// closes it. Returns the exit code. Throws BadInput where run_window() and the tour do.
int run_tour(const std::filesystem::path& folder, WindowOptions window);

}  // namespace heteroscope
