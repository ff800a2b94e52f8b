#pragma once

#include "core/model/own_kernels.hpp"

namespace heteroscope::heat {

/// Returns how the stage `advance` takes variants that a person writes (own.hpp).
OwnKernels own_kernels();

}  // namespace heteroscope::heat
