#pragma once

#include <array>

#include "core/types/types.hpp"

namespace heteroscope {

/// How a finished picture becomes a texture.
enum class DisplayWay { interop_texture, interop_pbo, host_copy };
template <>
inline constexpr std::array<IdTable<DisplayWay>, 3> ids<DisplayWay>{{{DisplayWay::interop_texture, "interop_texture"},
                                                                     {DisplayWay::interop_pbo, "interop_pbo"},
                                                                     {DisplayWay::host_copy, "host_copy"}}};

}  // namespace heteroscope
