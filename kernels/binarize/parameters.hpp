#pragma once

namespace heteroscope::binarize {

/// There is nothing to choose.
struct Parameters {};

}  // namespace heteroscope::binarize
