#pragma once

#include <vector>

#include "core/model/capabilities/accesses.hpp"

namespace heteroscope::triangle {

/// The memory accesses of all GPU variants. A launch is one grid; a grid of more than 65535 rows, which is launched in
/// parts, counts as one. Launches made by kernels are not accesses.
std::vector<AccessingVariant> accesses();

}  // namespace heteroscope::triangle
