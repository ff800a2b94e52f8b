#pragma once

#include "core/model/suite.hpp"

namespace heteroscope {

/// All suites of `bench`.
Suites suites();
/// All collections of suites.
Collections collections();

}  // namespace heteroscope
