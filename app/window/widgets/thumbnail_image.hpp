#pragma once

#include <imgui.h>

#include <string_view>

#include "app/window/model/pictures/thumbnail_ids.hpp"
#include "app/window/model/ui/ui.hpp"

namespace heteroscope {

/// Draws one of the small pictures undistorted, cut to a rectangle; a gray field if there is none.
void thumbnail_image(const Ui& ui, const ThumbnailIds& all, std::string_view which, ImVec2 from, ImVec2 to);

/// Draws a line as wide as the window, with one of the pictures, a name and a description. True: it was chosen.
bool thumbnail_line(const Ui& ui, const ThumbnailIds& all, std::string_view which, std::string_view name,
                    std::string_view about, bool selected);

}  // namespace heteroscope
