#pragma once

#include "core/model/settings/view.hpp"

namespace heteroscope {

/// The value of a number at time t from 0 to 1 on its way; exact at both ends. If `logarithmic`, it changes by equal
/// factors in equal times, with as many digits as `from` has and thirteen more, and both ends must be above 0;
/// otherwise by equal differences, exactly.
Decimal between(const Decimal& from, const Decimal& to, long double t, bool logarithmic);

/// The view on the way from one to another. Its width changes by equal factors in equal times. The middle of the
/// narrower view comes to the middle of the picture by the same factors: where the picture is a tenth as wide as the
/// wider view, it is a tenth as far away, in widths of the picture, as in the wider view. (If the one point that is at
/// the same place in both views stayed there, what is flown to would be at the edge, or beyond it, almost to the end.)
/// Between views of one width the center moves straight and evenly. It is rounded to 1e-12 of the width. Both widths
/// are above 0. The rotation changes by equal angles in equal times, from one number to the other: from 0° to 360° is a
/// whole turn.
View flight(const View& from, const View& to, long double t);

/// The visual length of that way: the natural logarithm of the zoom factor, how far the center moves in widths of the
/// wider view, and the angle of the turn in radians.
double flight_length(const View& from, const View& to);

}  // namespace heteroscope
