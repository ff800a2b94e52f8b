#pragma once

#include <vector>

#include "core/model/capabilities/covers.hpp"

namespace heteroscope::triangle {

/// The block mappings of all GPU variants.
std::vector<CoveringVariant> covers();

}  // namespace heteroscope::triangle
