#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/types/basic_types.hpp"

namespace heteroscope {

template <class E>
using IdTable = std::pair<E, std::string_view>;

/// The string ids of an enumeration, in the order in which they are offered.
template <class E>
inline constexpr std::array<IdTable<E>, 0> ids{};
template <>
inline constexpr std::array<IdTable<Processor>, 3> ids<Processor>{
    {{Processor::cpu, "cpu"}, {Processor::gpu, "gpu"}, {Processor::split, "split"}}};
template <>
inline constexpr std::array<IdTable<Precision>, 3> ids<Precision>{
    {{Precision::fp32, "fp32"}, {Precision::fp64, "fp64"}, {Precision::int32, "int32"}}};
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

/// Returns the name of one processor in sentences: "GPU" or "CPU".
constexpr const char* words_of(Processor processor) {
  return processor == Processor::cpu ? "CPU" : "GPU";
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

}  // namespace heteroscope
