#pragma once

#include <algorithm>
#include <any>
#include <string_view>
#include <vector>

#include "core/model/cover.hpp"

namespace heteroscope {

/// A GPU variant whose cover can be worked out. In a build without CUDA, too.
struct CoveringVariant {
  std::string_view variant;  ///< id
  bool any_block = false;    ///< it can be launched with any block shape
  BlockShape default_block;
  /// Over a result's rows [0, `rows`).
  Cover (*make)(const std::any& parameters, const Extent& output, int rows, BlockShape) = nullptr;
};

/// The variants of the workload's last stage whose blocks are worth looking at; one at least.
struct Covers {
  std::vector<CoveringVariant> variants;
  /// Null for a variant whose block mapping is not known.
  [[nodiscard]] const CoveringVariant* find(std::string_view variant) const {
    const auto found = std::ranges::find(variants, variant, &CoveringVariant::variant);
    return found == variants.end() ? nullptr : &*found;
  }
};

}  // namespace heteroscope
