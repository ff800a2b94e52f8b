#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/domain.hpp"

namespace heteroscope {

enum class Processor { cpu, gpu, split };
enum class Precision { fp32, fp64 };

/// Where a field lives. `host` is ordinary memory, what a plan without the GPU uses; the other three are the choices.
enum class MemoryKind { host, device, managed, pinned };

template <class E>
using IdTable = std::pair<E, std::string_view>;

/// The string ids of an enumeration, in the order in which they are offered.
template <class E>
inline constexpr std::array<IdTable<E>, 0> ids{};
template <>
inline constexpr std::array<IdTable<Processor>, 3> ids<Processor>{
    {{Processor::cpu, "cpu"}, {Processor::gpu, "gpu"}, {Processor::split, "split"}}};
template <>
inline constexpr std::array<IdTable<Precision>, 2> ids<Precision>{
    {{Precision::fp32, "fp32"}, {Precision::fp64, "fp64"}}};
template <>
inline constexpr std::array<IdTable<MemoryKind>, 3> ids<MemoryKind>{
    {{MemoryKind::device, "device"}, {MemoryKind::managed, "managed"}, {MemoryKind::pinned, "pinned"}}};

/// The id of a value; "host" for the one memory kind that is no choice.
template <class E>
constexpr std::string_view id_of(E value) {
  for (const auto& [each, id] : ids<E>)
    if (each == value) return id;
  return "host";
}

template <class E>
constexpr std::optional<E> from_id(std::string_view text) {
  for (const auto& [each, id] : ids<E>)
    if (id == text) return each;
  return std::nullopt;
}

/// "cpu, gpu, split": for messages.
template <class E>
std::string all_ids() {
  std::string out;
  for (const auto& [each, id] : ids<E>) out += (out.empty() ? "" : ", ") + std::string(id);
  return out;
}

constexpr std::size_t bytes_of(Precision precision) {
  return precision == Precision::fp32 ? 4 : 8;
}

/// Calls `body.template operator()<T>()` with the C++ type of the precision.
template <class Body>
decltype(auto) with_precision(Precision precision, Body&& body) {
  if (precision == Precision::fp32) return std::forward<Body>(body).template operator()<float>();
  return std::forward<Body>(body).template operator()<double>();
}

/// Pixels (or cells): columns by rows.
struct Size {
  int width = 0;
  int height = 0;
  bool operator==(const Size&) const = default;
  [[nodiscard]] constexpr std::int64_t area() const { return std::int64_t{width} * height; }
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

/// Threads in a block, columns by rows. {0, 0} in settings means "the variant's own default".
struct BlockShape {
  int x = 0;
  int y = 0;
  bool operator==(const BlockShape&) const = default;
  [[nodiscard]] constexpr int threads() const { return x * y; }
};

}  // namespace heteroscope
