#pragma once

#include "core/model/parameter_description.hpp"

namespace heteroscope::transpose {

/// A transposition has nothing to choose.
struct Parameters {
  template <class Visit>
  static void describe(Visit&&) {}
};

}  // namespace heteroscope::transpose
