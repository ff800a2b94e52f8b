#pragma once

#include <any>
#include <string_view>

#include "core/types/basic_types.hpp"

namespace heteroscope {

struct Variant;

/// A GPU kernel of a stage that is no variant, since its result is not the reference's to the bit: it does the same
/// with instructions that only the card has, and shows what the bits cost. `bench` measures it in the same run.
struct FastMathBaseline {
  std::string_view stage;  ///< id
  std::string_view label;  ///< what it does it with
  /// The largest difference from the reference that its result, or an iteration's state after one step, may have.
  double (*tolerance)(const std::any& parameters, Precision) = nullptr;
  const Variant* variant = nullptr;  ///< of the stage's kind
};

}  // namespace heteroscope
