#pragma once

#include "core/model/workload.hpp"
#include "core/own/own_variants.hpp"

namespace heteroscope {

/// All workloads, in the order in which they are offered.
Catalog catalog();

/// The variants from files of a person's own, which stand in the catalog's stages.
OwnVariants& own_variants();

}  // namespace heteroscope
