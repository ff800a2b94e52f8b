#pragma once

#include <string>

#include "core/frame/frame.hpp"

namespace heteroscope {

/// How the device's summary, samples and colors of a frame's result, and of its source, differ from those of the same
/// values on the host (`host`: the result's); empty if they do not, and of what is not on a device. Throws DeviceError.
std::string wrong_picture(const Frame& frame, const FieldView& host);

}  // namespace heteroscope
