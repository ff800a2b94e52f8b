#pragma once

#include <cstdint>

namespace heteroscope {

/// Color i of a list, in two shades, so that neighbors of one color can be told apart. RGBA8, red in the lowest byte.
std::uint32_t listed_color(std::int64_t i, std::size_t shade);
/// The color of a unit (multiprocessor, thread) among so many units that hues alone do not distinguish them.
std::uint32_t unit_color(int unit);

}  // namespace heteroscope
