#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "core/parameter.hpp"
#include "core/types.hpp"

namespace heteroscope {

/// A table that `bench` makes under a name of its own: variants of one workload in every precision and block shape.
struct Suite {
  std::string_view id;
  std::string_view summary;
  std::string_view workload;
  Values values;  ///< of parameters, where they are not the workload's defaults
  std::vector<std::string_view> variants;
  std::vector<BlockShape> blocks;
};

/// All suites, in the order in which they are offered.
using Suites = std::span<const Suite* const>;

}  // namespace heteroscope
