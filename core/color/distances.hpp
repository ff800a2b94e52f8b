#pragma once

#include <string_view>

#include "core/memory/field.hpp"

namespace heteroscope {

/// The scale by distances. It is no ColorScale: what it colors is not a value but a field that is made of all values.
inline constexpr std::string_view distance_scale = "distance";

/// Pixels; whatever is farther has the color of the palette's end.
inline constexpr double farthest_distance = 16;

/// The approximate distance of each pixel from the set, in pixels, computed from a picture of fractional escape counts;
/// 0 in the set, whose counts are 0. The result is fp32 on the host, in a buffer of the pool; a field on the device is
/// copied first. `limit` is the iteration limit of the counts: counts that are not certain are negative, and −limit
/// stands for an uncertain 0.
///
/// Outside of the set the potential is const · 2^−count, so that its value divided by the length of its gradient is 1 /
/// (ln 2 · |∇count|); near the set the distance lies between half of that and twice as much. Source: J. Milnor,
/// Dynamics in One Complex Variable, 3rd edition (2006), appendix G. In each direction |∇count|² is the mean of the
/// squared differences to both neighbors, or to the only one; the difference of the two neighbors from each other,
/// without the pixel's own count, would be 0 on a hair between them. Beside a pixel in the set no distance exceeds 1;
/// without a slope the distance is infinite.
Field distances(const Field& counts, double limit, BufferPool& pool);

}  // namespace heteroscope
