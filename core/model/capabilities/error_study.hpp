#pragma once

#include <vector>

#include "core/base/waiter.hpp"
#include "core/model/study.hpp"

namespace heteroscope {

/// How the workload's errors fall with the lengths of its steps can be computed, on the CPU in some seconds: as far as
/// whoever waits for them wants.
struct ErrorStudy {
  std::vector<Study> (*make)(const Waiter&) = nullptr;
};

}  // namespace heteroscope
