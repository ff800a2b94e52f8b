#pragma once

#include <vector>

#include "core/model/capabilities/covers.hpp"

namespace heteroscope::triangle {

/// Of all GPU variants.
std::vector<CoveringVariant> covers();

}  // namespace heteroscope::triangle
