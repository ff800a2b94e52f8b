#pragma once

#include <cstddef>
#include <cstdint>

#include "core/base/host_device.hpp"
#include "kernels/pack.hpp"

namespace heteroscope::binarize {

inline constexpr int pack_bytes = 16;

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
  const std::int64_t until_boundary = past == 0 ? 0 : Pack<T>::size - past;
  const std::int64_t head = until_boundary < count ? until_boundary : count;
  const std::int64_t packs = (count - head) / Pack<T>::size;
  return {head, packs, head + packs * Pack<T>::size};
}

}  // namespace heteroscope::binarize
