#pragma once

#include <cstdint>
#include <span>

#include "core/run/ranks/rank_bands.hpp"
#include "core/run/ranks/rank_use.hpp"

namespace heteroscope {

/// The number of steps for which measuring speeds with the first ones is worth the time, which is a twentieth of all.
inline constexpr std::int64_t least_steps_for_speeds = 960;

/// The plan with as many rows for each rank as it is fast, by what some first steps take in the bands that it has; they
/// leave nothing behind, since all bits are the same in any bands. Every rank calls it and gets the same bands. The
/// plan as it is where that would gain little, where the steps are few or where a rank has no memory for its band.
RankPlan with_rows_by_speed(const RankPlan& of, const RankUse& use);

/// Whether so many rows a millisecond in bands of so many make one of them wait for long.
bool is_uneven(const Parts& bands, std::span<const double> speeds);

}  // namespace heteroscope
