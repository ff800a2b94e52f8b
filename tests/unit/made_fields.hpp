#pragma once

#include <limits>
#include <type_traits>
#include <vector>

#include "core/types/field_view.hpp"

namespace heteroscope::testing {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// The values as a field that is `width` wide.
template <class T>
FieldView view_of(std::vector<T>& values, int width) {
  return {values.data(),
          {width, static_cast<int>(values.size()) / width},
          std::is_integral_v<T> ? Precision::int32
          : sizeof(T) == 4      ? Precision::fp32
                                : Precision::fp64};
}

}  // namespace heteroscope::testing
