#include "core/color/value_ranks.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <vector>

#include "core/color/colorize.hpp"
#include "core/color/palette.hpp"
#include "core/memory/row_reader.hpp"

namespace heteroscope {
namespace {

constexpr int most_rows = 64;
constexpr int most_columns = 1024;

struct Some {
  std::vector<double> values;  ///< finite ones
  std::int64_t above = 0;      ///< zeros that stand above all of them
};

/// At evenly spread places.
Some some_values(const Field& field, bool zeros_above) {
  const Size size = field.size();
  const int rows = std::min(size.height, most_rows);
  const int columns = std::min(size.width, most_columns);
  Some out;
  out.values.reserve(static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns));
  with_value_type(field.precision(), [&]<class T>() {
    RowReader<T> reader(field);
    for (int i = 0; i < rows; ++i) {
      const int y = static_cast<int>((2 * std::int64_t{i} + 1) * size.height / (2 * rows));
      const T* const row = reader.row(y);
      for (int j = 0; j < columns; ++j) {
        const int x = static_cast<int>((2 * std::int64_t{j} + 1) * size.width / (2 * columns));
        if (!field.has(x, y)) continue;
        const auto value = static_cast<double>(row[x]);
        if (zeros_above && value == 0) {
          ++out.above;
        } else if (std::isfinite(value)) {
          out.values.push_back(value);
        }
      }
    }
  });
  return out;
}

/// A map whose places the ranks stand at.
ColorMap logarithm(double low, double high) {
  ColorMap out;
  out.scale = ColorScale::histogram;
  out.low = low;
  out.high = high;
  out.log_span = std::max(out.log_span, high - low);
  out.log_factor = 1 / exact_log2(1 + out.log_span);
  return out;
}

}  // namespace

ValueRanks::ValueRanks(const Field& field, bool zero_is_special) {
  const auto [values, above] = some_values(field, zero_is_special);
  if (!values.empty()) {
    const auto [least, most] = std::ranges::minmax(values);
    low_ = least;
    high_ = most > least ? most : least + 1;
  }
  const ColorMap map = logarithm(low_, high_);
  std::array<std::int64_t, palette_entries> counts{};
  for (const double value : values) {
    const int index = static_cast<int>(palette_place(value, map) * palette_entries);
    ++counts[static_cast<std::size_t>(std::min(index, palette_entries - 1))];
  }
  // a place's share is of the values below it and half of its own
  std::int64_t below = 0;
  const auto all = static_cast<double>(std::max<std::int64_t>(std::ssize(values) + above, 1));
  for (std::size_t i = 0; i < counts.size(); ++i) {
    shares_[i] = static_cast<float>((static_cast<double>(below) + 0.5 * static_cast<double>(counts[i])) / all);
    below += counts[i];
  }
}

void ValueRanks::put(ColorMap& map, const Palette& palette) const {
  static std::atomic<std::uint64_t> next{first_passing_table};
  const ColorMap own = logarithm(low_, high_);
  map.scale = own.scale;
  map.low = own.low;
  map.high = own.high;
  map.log_span = own.log_span;
  map.log_factor = own.log_factor;
  map.ranks = shares_.data();
  const std::lock_guard lock(mutex_);
  std::unique_ptr<Table>& table = tables_[palette.serial];
  if (table == nullptr) {
    table = std::make_unique<Table>();
    table->serial = next++;
    for (std::size_t i = 0; i < shares_.size(); ++i) {
      const auto at = static_cast<int>(static_cast<double>(shares_[i]) * palette_entries);
      table->colors[i] = palette.table[static_cast<std::size_t>(std::min(at, palette_entries - 1))];
    }
  }
  map.table = table->colors.data();
  map.table_serial = table->serial;
}

}  // namespace heteroscope
