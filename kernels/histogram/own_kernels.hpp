#pragma once

#include "core/model/own_kernels.hpp"

namespace heteroscope::histogram {

/// Returns how the stage `count` takes variants that a person writes (own.hpp).
OwnKernels own_kernels();

}  // namespace heteroscope::histogram
