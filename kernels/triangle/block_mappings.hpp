#pragma once

#include <vector>

#include "core/model/capabilities/block_mappings.hpp"

namespace heteroscope::triangle {

/// The block mappings of all GPU variants.
std::vector<MappedVariant> block_mappings();

}  // namespace heteroscope::triangle
