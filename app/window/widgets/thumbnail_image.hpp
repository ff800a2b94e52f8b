#pragma once

#include <imgui.h>

#include <string_view>

#include "app/window/model/state.hpp"

namespace heteroscope {

/// One of the small pictures, as much of it as a rectangle shows undistorted; a gray field where it is not there.
void thumbnail_image(const State& state, const ThumbnailIds& all, std::string_view which, ImVec2 from, ImVec2 to);

/// A line as wide as the window, with a workload's picture, a name and what it is about. True: it was chosen.
bool thumbnail_line(const State& state, std::string_view workload, std::string_view name, std::string_view about,
                    bool selected);

}  // namespace heteroscope
