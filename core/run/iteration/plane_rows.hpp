#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#include "core/types/basic_types.hpp"
#include "core/types/field_view.hpp"

namespace heteroscope {

/// Some rows of a plane.
struct RowsOfPlane {
  std::byte* data = nullptr;
  std::size_t bytes = 0;
};
inline RowsOfPlane rows_of_plane(const FieldView& plane, Rows rows) {
  const std::size_t row = static_cast<std::size_t>(plane.size.width) * bytes_of(plane.precision);
  return {static_cast<std::byte*>(plane.data) + static_cast<std::ptrdiff_t>(row) * rows.begin,
          row * static_cast<std::size_t>(rows.count())};
}

/// A view as of a whole plane of which there is memory for some rows alone, from `first_row` on: it begins so far ahead
/// of them that rows have the whole's numbers.
inline FieldView view_of_rows(void* memory, const Extent& extent, int first_row) {
  const std::size_t row = extent.row_bytes();
  const std::uintptr_t place = reinterpret_cast<std::uintptr_t>(memory) - row * static_cast<std::uintptr_t>(first_row);
  return {std::bit_cast<void*>(place), extent.size, extent.precision, extent.domain};
}

}  // namespace heteroscope
