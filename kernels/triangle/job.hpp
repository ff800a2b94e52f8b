#pragma once

#include "core/model/job.hpp"
#include "kernels/triangle/cell.hpp"

/// Functions that read a job's parameters and arrays.
namespace heteroscope::triangle {

template <class T>
Points<T> points_of(const MapJob& job) {
  const auto& p = job.parameters_as<Parameters>();
  const T diameter = static_cast<T>(2 * p.radius);
  return {job.table.row<T>(0), job.table.row<T>(1), diameter * diameter, p.work};
}

/// Calls `body.template operator()<C>()` with the cost as a compile-time constant.
template <class Body>
void with_cost(Cost cost, Body body) {
  switch (cost) {
    case Cost::constant:
      return body.template operator()<Cost::constant>();
    case Cost::distance:
      return body.template operator()<Cost::distance>();
    case Cost::collision:
      return body.template operator()<Cost::collision>();
    case Cost::heavy:
      return body.template operator()<Cost::heavy>();
  }
}

}  // namespace heteroscope::triangle
