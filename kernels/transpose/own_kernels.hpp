#pragma once

#include "core/model/own_kernels.hpp"

namespace heteroscope::transpose {

/// Returns how the stage `transpose` takes variants that a person writes (own.hpp).
OwnKernels own_kernels();

}  // namespace heteroscope::transpose
