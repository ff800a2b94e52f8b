#pragma once

#include <any>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/parameter.hpp"
#include "core/types.hpp"

namespace heteroscope {

/// A table that `bench` makes under a name of its own: variants of one workload in every scene, precision and block
/// shape.
struct Suite {
  std::string_view id;
  std::string_view summary;
  std::string_view workload;
  Values values;  ///< of parameters, where they are not the workload's defaults
  std::vector<std::string_view> variants;
  std::vector<BlockShape> blocks;  ///< none: the variants' own
  /// Parameters that differ between groups of rows, which are called by these names; none: one group.
  std::vector<std::pair<std::string_view, Values>> scenes;
  /// Why a row would take too long to be measured, in a line; empty if it does not. Null: none does.
  std::string (*too_long)(const std::any& parameters, Precision, Processor) = nullptr;
};

/// All suites, in the order in which they are offered.
using Suites = std::span<const Suite* const>;

}  // namespace heteroscope
