#pragma once

#include <any>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/parameter.hpp"
#include "core/model/types.hpp"

namespace heteroscope {

/// A table of times that somebody has published.
struct PublishedTable {
  struct Row {
    std::string_view scene;  ///< the suite's
    std::vector<double> ms;  ///< by the suite's blocks
  };
  std::string_view id;       ///< "6.1"
  std::string_view machine;  ///< "Tesla K40c"
  std::string_view variant;
  std::vector<Row> rows;
  /// The text's own percentages: by how much each block but the first needs less time than the one before.
  std::vector<double> saved_percent;
  std::string_view note;  ///< what is wrong with it; empty: nothing
};

/// Measurements that a suite is shown beside.
struct Published {
  std::string_view title;  ///< where they are from
  std::vector<PublishedTable> tables;
  std::vector<std::string_view> notes;  ///< what a reader must know of them, each a line

  /// Null for a variant that it says nothing about.
  [[nodiscard]] const PublishedTable* find(std::string_view variant, std::string_view machine) const;
  /// In the order of their first tables.
  [[nodiscard]] std::vector<std::string_view> machines() const;
};

/// A table that `bench` makes under a name of its own: variants of one workload in every scene, precision and block
/// shape. One that has the workload's id is what `bench` of that workload makes.
struct Suite {
  std::string_view id;
  std::string_view summary;
  std::string_view workload;
  Values values;                           ///< of parameters, where they are not the workload's defaults
  std::vector<std::string_view> variants;  ///< none: all of the workload's only stage
  std::vector<Precision> precisions;       ///< none: both
  /// None: the variants' own. A variant without a choice of blocks is measured once.
  std::vector<BlockShape> blocks;
  /// Parameters that differ between groups of rows, which are called by these names; none: one group.
  std::vector<std::pair<std::string_view, Values>> scenes;
  /// Why a row would take too long to be measured, in a line; empty if it does not. Null: none does.
  std::string (*too_long)(const std::any& parameters, Precision, Processor) = nullptr;
  /// The parameter that its scenes go over: the report is tables of times by it and by block, a table a variant, and
  /// other values can be asked for. Empty: the report is a list of rows.
  std::string_view axis;
  /// With an axis: the variant that the others are compared with.
  std::string_view baseline;
  const Published* published = nullptr;  ///< null: nothing to compare with
};

/// By how much the second times are less than the first ones in their means, as a share of the first: 0.2 is a fifth
/// less, negative is more. Both have as many, at least one, and not all 0.
double saved_share(std::span<const double> before, std::span<const double> after);

/// All suites, in the order in which they are offered.
using Suites = std::span<const Suite* const>;

}  // namespace heteroscope
