#pragma once

#include <vector>

#include "core/model/capabilities/accesses.hpp"

namespace heteroscope::blur {

/// The memory accesses of all CUDA variants but cuda_fused, cuda_pipeline, cuda_tensor and cuda_tma, which have no
/// model. A lane whose window reaches beyond the image's sides takes another path through the kernel than one inside,
/// and a warp with both has the instructions of both paths (divergence). The result of cuda_separable is written by its
/// second launch; the first writes "between".
std::vector<AccessingVariant> accesses();

}  // namespace heteroscope::blur
