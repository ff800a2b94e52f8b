#pragma once

#include "core/model/own_kernels.hpp"

namespace heteroscope::blur {

/// Returns how the stage `blur` takes variants that a person writes (own.hpp).
OwnKernels own_kernels();

}  // namespace heteroscope::blur
