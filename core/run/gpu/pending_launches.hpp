#pragma once

#include <cstddef>

namespace heteroscope {

/// Kernels that kernels launch and that have not begun yet have places in the device's runtime: makes sure that the
/// present device has so many. Throws DeviceError.
void make_room_for_launches(std::size_t pending);

}  // namespace heteroscope
