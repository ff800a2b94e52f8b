#include "core/io/tiff/tiff_field.hpp"

#include <algorithm>
#include <cstring>
#include <functional>
#include <vector>

#include "core/io/tiff/tiff.hpp"

namespace heteroscope {
namespace {

constexpr int halvings = 3;
constexpr int side = tiff_tile << halvings;

/// Gives rows as the file has them.
using ReadRows = std::function<const std::byte*(Rows)>;

void make(Size size, TiffCell cell, const ReadRows& read, const std::string& text, PositionedFile& file) {
  const std::size_t cell_bytes = bytes_of(cell);
  TiffWriter writer(file, {.size = size, .cell = cell, .description = text});
  writer.begin();
  std::vector<std::byte> part;
  for (int y = 0; y < size.height; y += side) {
    const int rows = std::min(side, size.height - y);
    const std::byte* const cells = read({y, y + rows});
    for (int x = 0; x < size.width; x += side) {
      const int columns = std::min(side, size.width - x);
      const std::size_t part_bytes = static_cast<std::size_t>(columns) * cell_bytes;
      part.resize(part_bytes * static_cast<std::size_t>(rows));
      for (int row = 0; row < rows; ++row) {
        const std::size_t from =
            static_cast<std::size_t>(row) * static_cast<std::size_t>(size.width) + static_cast<std::size_t>(x);
        std::memcpy(part.data() + static_cast<std::size_t>(row) * part_bytes, cells + from * cell_bytes, part_bytes);
      }
      writer.put(x, y, {cell, {columns, rows}, part}, halvings);
    }
  }
  writer.finish(halvings);
}

}  // namespace

void make_tiff(const FieldView& view, const std::string& text, PositionedFile& file) {
  const std::size_t cell = bytes_of(view.precision);
  const std::size_t row_bytes = static_cast<std::size_t>(view.size.width) * cell;
  std::vector<std::byte> values;
  const auto read = [&](Rows rows) {
    values.assign(static_cast<std::size_t>(rows.count()) * row_bytes, std::byte{0});
    for (int y = rows.begin; y < rows.end; ++y) {
      std::memcpy(values.data() + static_cast<std::size_t>(y - rows.begin) * row_bytes,
                  static_cast<const std::byte*>(view.data) + static_cast<std::size_t>(y) * row_bytes,
                  static_cast<std::size_t>(view.values(y)) * cell);
    }
    return values.data();
  };
  make(view.size, view.precision == Precision::fp64 ? TiffCell::fp64 : TiffCell::fp32, read, text, file);
}

void make_tiff(Size size, const PictureRows& rows, const std::string& text, PositionedFile& file) {
  const auto read = [&](Rows wanted) { return std::as_bytes(rows(wanted)).data(); };
  make(size, TiffCell::rgba8, read, text, file);
}

}  // namespace heteroscope
