#pragma once

#include <imgui.h>

#include <string>

#include "app/window/look/theme.hpp"
#include "core/types/participant.hpp"

namespace heteroscope {

/// "CPU", "GPU"; "GPU 1" where there are several.
std::string label_of(const Participant& participant);
/// GPUs have shades of their color.
ImU32 color_of(const Theme& theme, const Participant& participant);

}  // namespace heteroscope
