#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/base/shapes.hpp"
#include "core/types/domain.hpp"

/// Types that device code uses, too. There is no text here, whose headers would be half of what a kernel's source takes
/// to compile; core/types/types.hpp adds the ids.
namespace heteroscope {

enum class Processor { cpu, gpu, split };

/// Where a field lives. `host` is ordinary memory, which a plan without a GPU uses; the other three are the choices.
enum class MemoryKind { host, device, managed, pinned };

/// Throws std::logic_error: a plan lets nothing compute in whole numbers that does not say that it can.
[[noreturn]] void no_arithmetic_in_int32();

/// Calls `body.template operator()<T>()` with the C++ type of a precision that is computed in: float or double.
template <class Body>
decltype(auto) with_precision(Precision precision, Body&& body) {
  if (precision == Precision::int32) no_arithmetic_in_int32();
  if (precision == Precision::fp32) return std::forward<Body>(body).template operator()<float>();
  return std::forward<Body>(body).template operator()<double>();
}

/// Calls the body for the type of a field's values, which for inputs may also be std::int32_t.
template <class Body>
decltype(auto) with_value_type(Precision precision, Body&& body) {
  if (precision == Precision::int32) return std::forward<Body>(body).template operator()<std::int32_t>();
  return with_precision(precision, std::forward<Body>(body));
}

/// The longest side of a result, and of what is computed at once: what is larger is computed in pieces.
inline constexpr int longest_side = 2147483647;
inline constexpr int longest_side_at_once = 65536;

/// The size and precision of a field, before it has memory.
struct Extent {
  Size size;
  Precision precision = Precision::fp32;
  Domain domain = Domain::whole;
  bool operator==(const Extent&) const = default;
  /// Returns the bytes from the beginning of one row to that of the next.
  [[nodiscard]] std::size_t row_bytes() const { return static_cast<std::size_t>(size.width) * bytes_of(precision); }
};

}  // namespace heteroscope
