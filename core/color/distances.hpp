#pragma once

#include <string_view>

#include "core/memory/field.hpp"

namespace heteroscope {

/// The scale by distances. It is no ColorScale: what it colors is not a value but a field that is made of all values.
inline constexpr std::string_view distance_scale = "distance";

/// Pixels; whatever is farther has the color of the palette's end.
inline constexpr double farthest_distance = 16;

/// How far each pixel of a picture of fractional escape counts is from the set, in pixels, about: 0 in the set, which
/// are counts of 0; fp32, on the host, in a buffer of the pool. Copies a field on the device. `limit` is the count up
/// to which was iterated: counts that are not certain are below 0, and −limit stands for an uncertain 0.
///
/// Where the potential outside is const · 2^−count, its value over its gradient's length is 1 / (ln 2 · |∇count|), and
/// the distance lies between half of that and twice as much near the set. Source: J. Milnor, Dynamics in One Complex
/// Variable, 3rd edition (2006), appendix G. In each direction |∇count|² is the mean of the squared differences to both
/// neighbors, or to the one that there is: their difference alone, without the pixel's own count, is 0 on a hair
/// between them. Beside a pixel in the set no distance is above 1; without a slope it is infinite.
Field distances(const Field& counts, double limit, BufferPool& pool);

}  // namespace heteroscope
