#pragma once

#include "core/base/host_device.hpp"

/// The part of the standard library that the arithmetic of cells needs, for every compiler. The host's compilers and
/// nvcc have its headers; NVRTC has none, but it has the functions themselves, without a namespace. The types are those
/// of 64-bit Linux. A header that includes only this one and others of its kind is freestanding: any compiler takes it
/// by itself (tests/unit/freestanding_test.cpp lists them), and a kernel that a person writes can include it. All
/// functions in such headers are marked HETEROSCOPE_HD, since NVRTC does not compile unmarked (host) functions for the
/// device.
#ifdef __CUDACC_RTC__
namespace std {

using int32_t = int;
using int64_t = long;
using uint32_t = unsigned;
using uint64_t = unsigned long;
using size_t = decltype(sizeof 0);
using ptrdiff_t = long;

using ::abs;
using ::fabs;
using ::floor;
using ::fma;
using ::memcpy;
using ::sqrt;

template <class To, class From>
HETEROSCOPE_HD constexpr To bit_cast(const From& from) {
  return __builtin_bit_cast(To, from);
}

template <bool Which, class Then, class Else>
struct conditional {
  using type = Then;
};
template <class Then, class Else>
struct conditional<false, Then, Else> {
  using type = Else;
};
template <bool Which, class Then, class Else>
using conditional_t = typename conditional<Which, Then, Else>::type;

/// A type of numbers is one of integers if half of 1 is 0 in it.
template <class T>
inline constexpr bool is_integral_v = T(1) / T(2) == T(0);

}  // namespace std
#else
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#endif
