#include "app/window/picture/field_samples.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/memory/row_reader.hpp"

namespace heteroscope {
namespace {

/// Returns the i-th of `count` evenly spaced places among `all`, the first and the last included.
int place(int i, int count, int all) {
  return count < 2 ? 0 : static_cast<int>(static_cast<std::int64_t>(i) * (all - 1) / (count - 1));
}

FieldSamples read(const Field& field, Size size, auto row_at, auto column_at) {
  FieldSamples out{size, {}};
  out.values.reserve(static_cast<std::size_t>(size.area()));
  with_value_type(field.precision(), [&]<class T>() {
    RowReader<T> reader(field);
    for (int y = 0; y < size.height; ++y) {
      const T* const row = reader.row(row_at(y));
      for (int x = 0; x < size.width; ++x) {
        const int column = column_at(x);
        out.values.push_back(field.has(column, row_at(y)) ? static_cast<double>(row[column])
                                                          : std::numeric_limits<double>::quiet_NaN());
      }
    }
  });
  return out;
}

}  // namespace

FieldSamples samples_of(const Field& field, int most) {
  const Size all = field.size();
  const Size size{std::min(all.width, most), std::min(all.height, most)};
  return read(
      field, size, [&](int y) { return place(y, size.height, all.height); },
      [&](int x) { return place(x, size.width, all.width); });
}

std::vector<double> row_samples(const Field& field, int row, int most) {
  const int width = field.size().width;
  const int count = std::min(width, most);
  return read(
             field, {count, 1}, [row](int) { return row; }, [&](int x) { return place(x, count, width); })
      .values;
}

FieldSamples values_of(const Field& field, int x, int y, Size size) {
  return read(
      field, size, [y](int row) { return y + row; }, [x](int column) { return x + column; });
}

}  // namespace heteroscope
