#pragma once

#include "core/color/color_map.hpp"
#include "core/frame/frame.hpp"
#include "core/model/settings/settings.hpp"
#include "core/model/workload.hpp"
#include "core/run/channels.hpp"

namespace heteroscope {

/// The pictures of a frame.
enum class Role { result, input };

/// Returns the picture that represents the frame.
Role shown_role(const Frame& frame);
const Field& picture_of(const Frame& frame, Role role);
/// Returns the field that the picture's colors show, which has its size.
const Field& colored_of(const Frame& frame, Role role);
/// Returns the channels of that picture; null if its colors show values.
const ColorFields* channels_of(const Frame& frame, Role role);
ColorMap map_of(const Frame& frame, Role role, const Look& look);

}  // namespace heteroscope
