#pragma once

#include <vector>

#include "core/model/study.hpp"

namespace heteroscope {

/// How the workload's errors fall with the lengths of its steps can be computed, on the CPU in some seconds.
struct ErrorStudy {
  std::vector<Study> (*make)(const StudyProgress&) = nullptr;
};

}  // namespace heteroscope
