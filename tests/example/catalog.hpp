#pragma once

#include "kernels/registry.hpp"

namespace heteroscope::testing {

/// All workloads and the example, for the tests that hold for every workload.
Catalog catalog_with_example();

}  // namespace heteroscope::testing
