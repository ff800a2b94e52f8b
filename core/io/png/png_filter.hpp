#pragma once

#include <cstddef>
#include <cstdint>

namespace heteroscope {

/// Filters one row of RGBA8 pixels by the filter of the five whose output has the least sum of magnitudes, taken as
/// signed bytes (https://www.w3.org/TR/png-3/#12Filter-selection). `above`: the row before it, zeros before the first;
/// `out`: room for the filter's number and the row's bytes.
void filter_png_row(const std::uint8_t* row, const std::uint8_t* above, std::size_t bytes, std::uint8_t* out);

}  // namespace heteroscope
