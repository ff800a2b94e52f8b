#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "app/analysis/claims/published.hpp"
#include "app/results/result.hpp"
#include "core/model/suite.hpp"

namespace heteroscope {

/// The rows of a suite with an axis in one precision, to be looked up by variant, scene and block.
struct CrossRows {
  CrossRows(const Result& result, const Suite& suite, std::string_view precision);

  const Result& result;
  const Suite& suite;
  const Published* published;  ///< null: nothing
  std::vector<const ResultRow*> rows;
  /// plain: variants without a choice of blocks, as variant_text() has them.
  std::vector<std::string> scenes, blocked, plain;
  std::vector<BlockShape> blocks;
  std::vector<std::string_view> machines;  ///< of what was published

  /// Null where there is no such row.
  [[nodiscard]] const ResultRow* find(std::string_view variant, std::string_view scene, BlockShape block) const;
  /// The row of a variant without a choice of blocks.
  [[nodiscard]] const ResultRow* find_plain(std::string_view label, std::string_view scene) const;
  /// Times in that block have been published.
  [[nodiscard]] bool is_published(BlockShape block) const;
  /// A published time, ms, in a block; 0 where there is none.
  [[nodiscard]] double published_ms(const PublishedTable& table, std::string_view scene, BlockShape block) const;
};

/// Appends what is not there yet.
template <class T>
void add_once(std::vector<T>& all, const T& value) {
  if (std::ranges::find(all, value) == all.end()) all.push_back(value);
}

}  // namespace heteroscope
