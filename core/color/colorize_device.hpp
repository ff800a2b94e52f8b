#pragma once

#include <cstdint>
#include <vector>

#include "core/color/color_map.hpp"
#include "core/device/device.hpp"
#include "core/types/field_view.hpp"

/// Coloring on the GPU in use: the bytes of colorize() on the host. Each call throws DeviceError on failure.
namespace heteroscope::device {

/// Colors rows of a field on the device into RGBA8 pixels there (4 bytes each, rows packed).
void colorize(const FieldView& view, const ColorMap& map, std::uint32_t* pixels, const Stream& stream);
/// Colors the field into a surface object, of an array of the field's size (RGBA8).
void colorize_to_surface(const FieldView& view, const ColorMap& map, std::uint64_t surface, const Stream& stream);
/// The pixels that colorize_to_surface() gives, by way of an array of its own: to compare them. Sides up to 32768.
std::vector<std::uint32_t> colorize_by_surface(const FieldView& view, const ColorMap& map, const Stream& stream);

}  // namespace heteroscope::device
