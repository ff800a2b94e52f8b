#pragma once

#include "core/model/own_kernels.hpp"

namespace heteroscope::triangle {

/// Returns how the stage `cells` takes variants that a person writes (own.hpp).
OwnKernels own_kernels();

}  // namespace heteroscope::triangle
