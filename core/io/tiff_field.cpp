#include "core/io/tiff_field.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/color/colorize.hpp"
#include "core/io/tiff.hpp"

namespace heteroscope {
namespace {

constexpr int halvings = 3;
constexpr int side = tiff_tile << halvings;

/// Rows of the field as the file has them.
class Band {
 public:
  Band(const FieldView& view, const ColorMap* colors) : view_(view), colors_(colors) {}

  const std::byte* read(Rows rows) {
    const auto cells = static_cast<std::size_t>(rows.count()) * static_cast<std::size_t>(view_.size.width);
    if (colors_ != nullptr) {
      pixels_.resize(cells);
      colorize(view_, *colors_, rows, pixels_.data());
      return reinterpret_cast<const std::byte*>(pixels_.data());
    }
    const std::size_t cell = bytes_of(view_.precision);
    const std::size_t row_bytes = static_cast<std::size_t>(view_.size.width) * cell;
    values_.assign(cells * cell, std::byte{0});
    for (int y = rows.begin; y < rows.end; ++y) {
      std::memcpy(values_.data() + static_cast<std::size_t>(y - rows.begin) * row_bytes,
                  static_cast<const std::byte*>(view_.data) + static_cast<std::size_t>(y) * row_bytes,
                  static_cast<std::size_t>(view_.values(y)) * cell);
    }
    return values_.data();
  }

 private:
  FieldView view_;
  const ColorMap* colors_;
  Pixels pixels_;
  std::vector<std::byte> values_;
};

}  // namespace

void make_tiff(const FieldView& view, const ColorMap* colors, const std::string& text, PositionedFile& file) {
  const TiffCell of_values = view.precision == Precision::fp64 ? TiffCell::fp64 : TiffCell::fp32;
  const TiffCell cell = colors != nullptr ? TiffCell::rgba8 : of_values;
  const std::size_t cell_bytes = bytes_of(cell);
  TiffWriter writer(file, {.size = view.size, .cell = cell, .description = text});
  writer.begin();
  Band band(view, colors);
  std::vector<std::byte> part;
  for (int y = 0; y < view.size.height; y += side) {
    const int rows = std::min(side, view.size.height - y);
    const std::byte* const cells = band.read({y, y + rows});
    for (int x = 0; x < view.size.width; x += side) {
      const int columns = std::min(side, view.size.width - x);
      const std::size_t part_bytes = static_cast<std::size_t>(columns) * cell_bytes;
      part.resize(part_bytes * static_cast<std::size_t>(rows));
      for (int row = 0; row < rows; ++row) {
        const std::size_t from =
            static_cast<std::size_t>(row) * static_cast<std::size_t>(view.size.width) + static_cast<std::size_t>(x);
        std::memcpy(part.data() + static_cast<std::size_t>(row) * part_bytes, cells + from * cell_bytes, part_bytes);
      }
      writer.put(x, y, {cell, {columns, rows}, part}, halvings);
    }
  }
  writer.finish(halvings);
}

}  // namespace heteroscope
