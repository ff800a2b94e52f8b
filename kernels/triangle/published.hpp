#pragma once

#include "core/model/suite.hpp"

namespace heteroscope::triangle {

/// The seed's tables of times, as printed there.
extern const Published published;
/// Its profiles of dynamic parallelism, which have no numbers.
extern const Published published_nesting;

}  // namespace heteroscope::triangle
