#pragma once

#include <vector>

#include "core/model/capabilities/accesses.hpp"

namespace heteroscope::blur {

/// Of the CUDA variants but cuda_tensor, the lanes of whose matrices the instruction itself lays out. Where a lane's
/// window reaches beyond the image's sides, it takes another path through the kernel than one inside: a warp with both
/// has instructions of both. cuda_separable's result is made by its second launch; its first leaves "between".
std::vector<AccessingVariant> accesses();

}  // namespace heteroscope::blur
