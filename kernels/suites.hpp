#pragma once

#include "core/model/suite.hpp"

namespace heteroscope {

/// Every suite of `bench`.
Suites suites();
/// Every collection of them.
Collections collections();

}  // namespace heteroscope
