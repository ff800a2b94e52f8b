#pragma once

namespace heteroscope {

/// The turn of a plane by an angle, counterclockwise: the point (x, y) goes to (x cos − y sin, x sin + y cos).
struct Turn {
  double cosine = 1;
  double sine = 0;
  bool operator==(const Turn&) const = default;
};

/// Both parts are the doubles nearest to the exact ones, but for a case in some thousand. They are exact at multiples
/// of 90°, and where angles lie opposite each other, or symmetrically to an axis or a diagonal, they are the same
/// numbers but for signs and order.
Turn turn_by(double degrees);

/// The same angle from above −180° to 180°.
double half_turn(double degrees);

}  // namespace heteroscope
