#pragma once

#include <vector>

#include "core/model/capabilities/accesses.hpp"

namespace heteroscope::blur {

/// Of all CUDA variants. Where a lane's window reaches beyond the image's sides, it takes another path through the
/// kernel than one inside: a warp with both has instructions of both. cuda_separable's result is made by its second
/// launch; its first leaves "between".
std::vector<AccessingVariant> accesses();

}  // namespace heteroscope::blur
