#pragma once

#include <any>
#include <optional>

#include "core/base/error.hpp"
#include "core/model/workload.hpp"

namespace heteroscope {

/// The workload's parameters of these values. None where they cannot be bound: the plan says what is wrong with them.
inline std::optional<std::any> bound(const Workload& workload, const Values& values) {
  try {
    return workload.bind(values);
  } catch (const BadInput&) {
    return std::nullopt;
  }
}

}  // namespace heteroscope
