#pragma once

#include <limits>

#include "core/plan/plan.hpp"

namespace heteroscope {

/// The factor of a coarse preview, which precedes a full picture that takes long: how many pixels along a side one of
/// its pixels stands for; 1: no preview. `pixel_ms` is the time of a pixel of the same workload on the same processor
/// in the last frame, 0 if unknown; of a machine elsewhere with its way here, but without what each frame's way takes,
/// however many pixels it has. `most_pixels` is how many the first picture may have in any case.
int preview_factor(const Plan& plan, double pixel_ms, double most_pixels = std::numeric_limits<double>::infinity());

/// Returns how many pixels a picture may have so that so many bytes of it cross, where it is packed and another one of
/// `pixels` pixels had `bytes`. A coarse one has more bytes a pixel: of a picture of areas and their borders, pixels
/// near a border, which pack badly, grow as a side does, and all as its square; what is assumed lies between both.
double pixels_within(double most_bytes, double bytes, double pixels);

/// The factor of a second, finer preview, which follows a coarse one of factor `coarse` and precedes the full picture;
/// 1: none. `pixel_ms` is the time of a pixel of the coarse one.
int finer_preview_factor(const Plan& plan, int coarse, double pixel_ms);

/// Whether what a pixel of the one picture takes says what one of the other will take: their views overlap, and their
/// widths are of one size.
bool takes_alike(const Plan& one, const Plan& other);

/// The settings for that fraction of the size.
Settings coarse(Settings settings, int factor);

}  // namespace heteroscope
