#pragma once

#include "core/base/host_device.hpp"

/// What the arithmetic of cells needs of the standard library, for every compiler: the other compilers have its
/// headers. NVRTC has none, but the functions themselves, without a namespace; the types are those of 64-bit Linux. A
/// header that includes this one and others of its kind alone is freestanding: any compiler takes it by itself
/// (tests/unit/freestanding_test.cpp lists them), and a kernel that a person writes can include it. All functions in it
/// are marked, since NVRTC takes none of the host's.
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

/// Of numbers: whether a half is none of them.
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
