#include "core/color/value_quantiles.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/color/colorize.hpp"
#include "core/color/palette.hpp"
#include "core/memory/row_reader.hpp"

namespace heteroscope {
namespace {

constexpr int most_sampled_rows = 64;
constexpr int most_columns = 1024;

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

/// The `i`-th of `count` evenly spaced places along a side.
int place(int i, int count, int side) {
  return static_cast<int>((2 * std::int64_t{i} + 1) * side / (2 * count));
}

ValueSample sample_of(const Field& field, bool zero_is_special) {
  ValueSample out(field.size(), zero_is_special);
  with_value_type(field.precision(), [&]<class T>() {
    RowReader<T> reader(field);
    for (int i = 0; i < out.rows(); ++i) {
      const int y = out.row(i);
      const int there = values_in_row(field.domain(), field.size().width, y);
      out.add(reader.row(y), {.y = y, .size = {there, 1}, .whole = field.size()});
    }
  });
  return out;
}

}  // namespace

ValueSample::ValueSample(Size whole, bool zero_is_special) : whole_(whole), zeros_above_(zero_is_special) {}

int ValueSample::rows() const {
  return std::min(whole_.height, most_sampled_rows);
}

int ValueSample::row(int i) const {
  return place(i, rows(), whole_.height);
}

int ValueSample::columns() const {
  return std::min(whole_.width, most_columns);
}

int ValueSample::column(int j) const {
  return place(j, columns(), whole_.width);
}

void ValueSample::take(double value) {
  if (zeros_above_ && value <= 0) {
    if (value == 0) ++above_;
  } else if (std::isfinite(value)) {
    values_.push_back(value);
  }
}

ValueQuantiles::ValueQuantiles(const Field& field, bool zero_is_special)
    : ValueQuantiles(sample_of(field, zero_is_special)) {}

ValueQuantiles::ValueQuantiles(const ValueSample& sample) {
  const std::vector<double>& values = sample.values();
  if (!values.empty()) {
    const auto [least, most] = std::ranges::minmax(values);
    all_.low = least;
    all_.high = most > least ? most : least + 1;
  }
  const ColorMap map = logarithm(all_.low, all_.high);
  std::array<std::int64_t, palette_entries> counts{};
  for (const double value : values) {
    const int index = static_cast<int>(palette_place(value, map) * palette_entries);
    ++counts[static_cast<std::size_t>(std::min(index, palette_entries - 1))];
  }
  // a place's share is of the values below it and half of its own
  std::int64_t below = 0;
  const auto all = static_cast<double>(std::max<std::int64_t>(std::ssize(values) + sample.above(), 1));
  for (std::size_t i = 0; i < counts.size(); ++i) {
    all_.shares[i] = static_cast<float>((static_cast<double>(below) + 0.5 * static_cast<double>(counts[i])) / all);
    below += counts[i];
  }
}

void ValueQuantiles::put(ColorMap& map, const Palette& palette) const {
  const ColorMap own = logarithm(all_.low, all_.high);
  map.scale = own.scale;
  map.low = own.low;
  map.high = own.high;
  map.log_span = own.log_span;
  map.log_factor = own.log_factor;
  map.ranks = all_.shares.data();
  const std::lock_guard lock(mutex_);
  std::unique_ptr<Table>& table = tables_[palette.serial];
  if (table == nullptr) {
    // palettes that are being changed come and go: the oldest tables are not asked for again
    constexpr std::size_t most_kept = 256;
    const auto oldest = tables_.lower_bound(first_passing_table);
    if (tables_.size() > most_kept && oldest != tables_.end() && oldest->first != palette.serial) tables_.erase(oldest);
    table = std::make_unique<Table>();
    table->serial = next_passing_table();
    for (std::size_t i = 0; i < all_.shares.size(); ++i) {
      const auto at = static_cast<int>(static_cast<double>(all_.shares[i]) * palette_entries);
      table->colors[i] = palette.table[static_cast<std::size_t>(std::min(at, palette_entries - 1))];
    }
  }
  map.table = table->colors.data();
  map.table_serial = table->serial;
}

}  // namespace heteroscope
