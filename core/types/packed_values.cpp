#include "core/types/packed_values.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace heteroscope {

void pack_values(const FieldView& from, const Cutout& part, void* to) {
  const std::size_t cell = bytes_of(from.precision);
  const std::size_t row_bytes = static_cast<std::size_t>(part.size.width) * cell;
  auto* place = static_cast<std::byte*>(to);
  for (int y = part.y; y < part.y + part.size.height; ++y, place += row_bytes) {
    const int values = std::clamp(from.values(y) - part.x, 0, part.size.width);
    const std::size_t bytes = static_cast<std::size_t>(values) * cell;
    const std::size_t first =
        static_cast<std::size_t>(y) * static_cast<std::size_t>(from.size.width) + static_cast<std::size_t>(part.x);
    std::memcpy(place, static_cast<const std::byte*>(from.data) + first * cell, bytes);
    std::memset(place + bytes, 0, row_bytes - bytes);
  }
}

}  // namespace heteroscope
