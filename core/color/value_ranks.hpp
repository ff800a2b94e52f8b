#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>

#include "core/color/color_map.hpp"
#include "core/memory/field.hpp"

namespace heteroscope {

struct Palette;

/// How a result's values are distributed, so that each color can have as many of them: doubled counts, or a view where
/// all are alike, use the whole palette. Of a field's values 64 rows and 1024 columns at most are looked at, the same
/// ones wherever it lies.
class ValueRanks {
 public:
  /// Zeros that have a color of their own count as larger than all: a point that has not escaped yet escapes later than
  /// those that have, so that more iterations leave the others' ranks as they are. Copies rows of a field on the
  /// device.
  ValueRanks(const Field& field, bool zero_is_special);

  /// Gives a map its ends, its ranks, and a table with a palette's colors by them. They live as long as this.
  void put(ColorMap& map, const Palette& palette) const;

 private:
  struct Table {
    std::array<std::uint32_t, palette_entries> colors;
    std::uint64_t serial;
  };
  double low_ = 0;
  double high_ = 1;
  std::array<float, palette_entries> shares_{};
  mutable std::mutex mutex_;
  mutable std::map<std::uint64_t, std::unique_ptr<Table>> tables_;  // by the palette's serial
};

/// Serials of tables that come and go begin here.
inline constexpr std::uint64_t first_passing_table = std::uint64_t{1} << 32;

}  // namespace heteroscope
