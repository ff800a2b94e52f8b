#pragma once

namespace heteroscope::binarize {

/// There are no parameters.
struct Parameters {};

}  // namespace heteroscope::binarize
