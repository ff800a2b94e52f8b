#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "core/types/basic_types.hpp"

namespace heteroscope {

struct AccessPattern;
struct AccessProblem;

/// One figure of a model, not measured: "global load efficiency", 12.5, "%".
struct ModelFigure {
  std::string_view label;
  std::optional<double> value;  ///< none where the variant does not do such a thing
  std::string_view unit;
};

/// A GPU variant of which it is known what its warps read and write, and where. In a build without CUDA, too.
struct AccessingVariant {
  std::string_view stage;    ///< id
  std::string_view variant;  ///< id
  bool any_block = false;    ///< it can be launched with any block shape; else `default_block` is the only one
  BlockShape default_block;
  std::function<AccessPattern(const AccessProblem&)> make;
  /// Figures of a large input whose size leaves no block cut, for tables; null: none.
  std::vector<ModelFigure> (*figures)(BlockShape, Precision) = nullptr;
};

/// The variants whose accesses are modeled; one at least. What is not in the list is not known.
struct Accesses {
  std::vector<AccessingVariant> variants;
  std::vector<std::string_view> libraries;  ///< ids of variants whose kernels are a library's: nobody can model these
  /// Ids of variants whose model would be their kernel a second time, which costs more than it shows
  /// (app/scope/MEASURED.md).
  std::vector<std::string_view> intricate = {};
  /// Null for a variant that is not in the list.
  [[nodiscard]] const AccessingVariant* find(std::string_view stage, std::string_view variant) const {
    const auto found = std::ranges::find_if(
        variants, [&](const AccessingVariant& each) { return each.stage == stage && each.variant == variant; });
    return found == variants.end() ? nullptr : &*found;
  }
};

}  // namespace heteroscope
