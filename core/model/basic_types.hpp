#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "core/model/domain.hpp"

/// What device code knows of, too: without text, whose headers would be half of what a kernel's source takes to
/// compile. core/model/types.hpp adds the ids.
namespace heteroscope {

enum class Processor { cpu, gpu, split };
/// What a problem's values are. int32 is for inputs alone: whole numbers that are counted, and not computed with.
enum class Precision { fp32, fp64, int32 };

/// Where a field lives. `host` is ordinary memory, what a plan without the GPU uses; the other three are the choices.
enum class MemoryKind { host, device, managed, pinned };

constexpr std::size_t bytes_of(Precision precision) {
  return precision == Precision::fp64 ? 8 : 4;
}

/// Throws std::logic_error: a plan lets nothing compute in whole numbers that does not say that it can.
[[noreturn]] void no_arithmetic_in_int32();

/// Calls `body.template operator()<T>()` with the C++ type of a precision that is computed in: float or double.
template <class Body>
decltype(auto) with_precision(Precision precision, Body&& body) {
  if (precision == Precision::int32) no_arithmetic_in_int32();
  if (precision == Precision::fp32) return std::forward<Body>(body).template operator()<float>();
  return std::forward<Body>(body).template operator()<double>();
}

/// The same for whatever reads a field's values, of which inputs may be std::int32_t, too.
template <class Body>
decltype(auto) with_value_type(Precision precision, Body&& body) {
  if (precision == Precision::int32) return std::forward<Body>(body).template operator()<std::int32_t>();
  return with_precision(precision, std::forward<Body>(body));
}

/// Pixels (or cells): columns by rows.
struct Size {
  int width = 0;
  int height = 0;
  bool operator==(const Size&) const = default;
  [[nodiscard]] constexpr std::int64_t area() const { return std::int64_t{width} * height; }
};

/// The longest side of a result, and of what is computed at once: what is larger is computed in pieces.
inline constexpr int longest_side = 2147483647;
inline constexpr int longest_side_at_once = 65536;

/// A rectangle of a whole result: `size` cells, from column x and row y on.
struct Cutout {
  int x = 0;
  int y = 0;
  Size size;
  Size whole;
  bool operator==(const Cutout&) const = default;
  [[nodiscard]] constexpr bool is_whole() const { return size == whole; }
};

/// What a field is before it has memory.
struct Extent {
  Size size;
  Precision precision = Precision::fp32;
  Domain domain = Domain::whole;
  bool operator==(const Extent&) const = default;
};

/// A half-open range of rows.
struct Rows {
  int begin = 0;
  int end = 0;
  bool operator==(const Rows&) const = default;
  [[nodiscard]] constexpr int count() const { return end - begin; }
  [[nodiscard]] constexpr bool empty() const { return end <= begin; }
};
/// Those of both; empty() where there are none.
constexpr Rows common(Rows a, Rows b) {
  return {a.begin > b.begin ? a.begin : b.begin, a.end < b.end ? a.end : b.end};
}

/// Threads in a block, columns by rows. {0, 0} in settings means "the variant's own default".
struct BlockShape {
  int x = 0;
  int y = 0;
  bool operator==(const BlockShape&) const = default;
  [[nodiscard]] constexpr int threads() const { return x * y; }
};

}  // namespace heteroscope
