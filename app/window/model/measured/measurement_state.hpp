#pragma once

namespace heteroscope {

/// What a measurement says of the present settings.
enum class MeasurementState {
  none,     ///< nothing has been measured of them
  running,  ///< it is under way
  done,
  changed,  ///< what was measured is of others
};

}  // namespace heteroscope
