#pragma once

#include "core/model/suite.hpp"

namespace heteroscope::triangle {

/// The seed's tables of times, as printed there.
extern const Published published;

}  // namespace heteroscope::triangle
