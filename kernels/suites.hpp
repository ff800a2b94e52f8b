#pragma once

#include "core/suite.hpp"

namespace heteroscope {

/// Every suite of `bench`.
Suites suites();

}  // namespace heteroscope
