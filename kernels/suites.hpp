#pragma once

#include "core/model/suite.hpp"

namespace heteroscope {

/// Every suite of `bench`.
Suites suites();

}  // namespace heteroscope
