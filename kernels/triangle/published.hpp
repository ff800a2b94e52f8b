#pragma once

#include "core/model/suite.hpp"

namespace heteroscope::triangle {

/// The tables of times that seed 004 has published.
extern const Published published;
/// Its profiles of dynamic parallelism, which have no numbers.
extern const Published published_nesting;

}  // namespace heteroscope::triangle
