#pragma once

#include "core/base/host_device.hpp"

namespace heteroscope {

/// ⌈a / b⌉ of whole numbers, a > −b and b > 0: how many of size b hold a. In the type of a + b, which must hold that
/// sum.
template <class A, class B>
[[nodiscard]] HETEROSCOPE_HD constexpr auto ceil_div(A a, B b) {
  return (a + b - 1) / b;
}

}  // namespace heteroscope
