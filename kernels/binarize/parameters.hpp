#pragma once

namespace heteroscope::binarize {

/// There is nothing to choose.
struct Parameters {
  template <class Visit>
  static void describe(Visit&&) {}
};

}  // namespace heteroscope::binarize
