#pragma once

#include "core/model/own_kernels.hpp"

namespace heteroscope::laplace {

/// Returns how the stage `settle` takes variants that a person writes (own.hpp): for the methods that relax nodes.
OwnKernels own_kernels();

}  // namespace heteroscope::laplace
