#pragma once

#include <any>
#include <span>
#include <vector>

#include "core/types/types.hpp"

namespace heteroscope {

/// The tolerance of a result against the reference. Without it a result must have the reference's bits.
struct Tolerances {
  /// Largest difference that variants which are `reordered` may have; `largest` is the input's largest magnitude, 0
  /// without a source. Null: none.
  double (*tolerance)(const std::any& parameters, Precision, double largest) = nullptr;
  /// Whether a value of the input may lead to another result because what the stages before it have found is `found`
  /// instead of `expected`, both by stage. Null: no.
  bool (*may_flip)(double input, std::span<const std::vector<double>> expected,
                   std::span<const std::vector<double>> found) = nullptr;
};

}  // namespace heteroscope
