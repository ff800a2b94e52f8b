#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/bench/rows.hpp"

namespace heteroscope {

/// The rows of a suite with an axis in one precision, to be looked up by variant, scene and block.
struct CrossRows {
  CrossRows(const Bench& bench, Precision precision);

  const Suite& suite;
  std::vector<const BenchRow*> rows;
  std::vector<std::string> scenes, blocked, plain;  ///< plain: variants without a choice of blocks
  std::vector<BlockShape> blocks;
  std::vector<std::string_view> machines;  ///< of what was published

  /// Null where there is no such row.
  [[nodiscard]] const BenchRow* find(std::string_view variant, std::string_view scene, BlockShape block) const;
  /// Times in that block have been published.
  [[nodiscard]] bool is_published(BlockShape block) const;
  /// A published time, ms, in a block; 0 where there is none.
  [[nodiscard]] double published_ms(const PublishedTable& table, std::string_view scene, BlockShape block) const;
};

/// The row's value of the parameter that the suite's scenes go over; the suite must have an axis.
double axis_of(const Suite& suite, const BenchRow& row);

/// Appends what is not there yet.
template <class T>
void add_once(std::vector<T>& all, const T& value) {
  if (std::ranges::find(all, value) == all.end()) all.push_back(value);
}

}  // namespace heteroscope
