#pragma once

#include <vector>

#include "core/model/capabilities/accesses.hpp"

namespace heteroscope::triangle {

/// Of all GPU variants. A launch is a grid; one of more than 65535 rows, which is launched in parts, counts as one.
/// Launches that kernels make are no accesses.
std::vector<AccessingVariant> accesses();

}  // namespace heteroscope::triangle
