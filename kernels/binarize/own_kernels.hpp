#pragma once

#include "core/model/own_kernels.hpp"

namespace heteroscope::binarize {

/// Returns how the stage `mean` takes variants that a person writes (own.hpp).
OwnKernels own_mean();
/// Returns how the stage `threshold` does.
OwnKernels own_threshold();

}  // namespace heteroscope::binarize
