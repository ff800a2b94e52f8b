#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/host_device.hpp"

namespace heteroscope::binarize {

inline constexpr int pack_bytes = 16;

/// Neighboring values that are read or written at once.
template <class T>
struct alignas(pack_bytes) Pack {
  static constexpr int lanes = static_cast<int>(pack_bytes / sizeof(T));
  T value[lanes];
};

/// The division of a run of values into packs that begin at multiples of 16 bytes, and the values before and after
/// them.
struct Packing {
  std::int64_t head = 0;   ///< values before the first pack
  std::int64_t packs = 0;  ///< whole packs
  std::int64_t tail = 0;   ///< the first value after the last pack
};

template <class T>
HETEROSCOPE_HD inline Packing packing_of(const T* values, std::int64_t count) {
  const auto past = static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(values) % pack_bytes / sizeof(T));
  const std::int64_t until_boundary = past == 0 ? 0 : Pack<T>::lanes - past;
  const std::int64_t head = until_boundary < count ? until_boundary : count;
  const std::int64_t packs = (count - head) / Pack<T>::lanes;
  return {head, packs, head + packs * Pack<T>::lanes};
}

}  // namespace heteroscope::binarize
