#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "core/color/color_map.hpp"
#include "core/memory/field.hpp"

namespace heteroscope {

struct Palette;

/// Values at evenly spread places of a result: in 64 rows and 1024 columns at most, the same ones wherever it lies and
/// in whatever parts it is computed.
class ValueSample {
 public:
  /// Zeros that have a color of their own count as larger than all: a point that has not escaped yet escapes later than
  /// those that have, so that more iterations leave the others' ranks as they are. Counts that are not certain, which
  /// are negative there, are left out.
  ValueSample(Size whole, bool zero_is_special);

  /// Rows that are looked at.
  [[nodiscard]] int rows() const;
  [[nodiscard]] int row(int i) const;
  /// Takes the values of a part of one of these rows.
  template <class T>
  void add(const T* row, const Cutout& part) {
    for (int j = 0; j < columns(); ++j) {
      const int x = column(j) - part.x;
      if (x >= 0 && x < part.size.width) take(static_cast<double>(row[x]));
    }
  }

  /// Takes what another sample of the same result has of other parts.
  void add(const std::vector<double>& values, std::int64_t above) {
    values_.insert(values_.end(), values.begin(), values.end());
    above_ += above;
  }

  [[nodiscard]] const std::vector<double>& values() const { return values_; }  ///< finite ones
  [[nodiscard]] std::int64_t above() const { return above_; }                  ///< zeros that stand above all of them

 private:
  [[nodiscard]] int columns() const;
  [[nodiscard]] int column(int j) const;
  void take(double value);

  Size whole_;
  bool zeros_above_;
  std::vector<double> values_;
  std::int64_t above_ = 0;
};

/// The distribution of values: the share of them up to each of palette_entries places of the logarithm of 1 + value
/// between two ends.
struct ValueShares {
  double low = 0;
  double high = 1;
  std::array<float, palette_entries> shares{};
  bool operator==(const ValueShares&) const = default;
};

/// The quantiles of a result's values, by which each color can have equally many pixels: doubled counts, or a view
/// whose values are all similar, then use the whole palette.
class ValueQuantiles {
 public:
  explicit ValueQuantiles(const ValueSample& sample);
  explicit ValueQuantiles(const ValueShares& shares) : all_(shares) {}
  /// Computes the quantiles of a field's values; rows of a field on the device are copied first.
  ValueQuantiles(const Field& field, bool zero_is_special);

  [[nodiscard]] const ValueShares& shares() const { return all_; }

  /// Gives a map its ends, its ranks, and a table with a palette's colors by them. They live as long as this.
  void put(ColorMap& map, const Palette& palette) const;

 private:
  struct Table {
    std::array<std::uint32_t, palette_entries> colors;
    std::uint64_t serial;
  };
  ValueShares all_;
  mutable std::mutex mutex_;
  mutable std::map<std::uint64_t, std::unique_ptr<Table>> tables_;  // by the palette's serial
};

}  // namespace heteroscope
