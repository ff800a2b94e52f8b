#pragma once

#include <imgui.h>

#include <string>

#include "app/window/look/theme.hpp"
#include "core/types/participant.hpp"

namespace heteroscope {

/// Returns a participant's name: "CPU", "GPU", or "GPU 1" if there are several.
std::string label_of(const Participant& participant);
/// Returns a participant's color; several GPUs have shades of one color.
ImU32 color_of(const Theme& theme, const Participant& participant);

}  // namespace heteroscope
