#pragma once

#include <string_view>

#include "core/model/workload.hpp"

namespace heteroscope {

/// Whether it is worked out without a GPU what a GPU variant of the stage does: which addresses its warps touch, or
/// which block computes what. Panels and lessons offer such variants where no GPU is.
inline bool is_worked_out(const Workload& workload, std::string_view stage, std::string_view variant) {
  return workload.find_accesses(stage, variant) != nullptr || workload.find_mapping(variant) != nullptr;
}

}  // namespace heteroscope
