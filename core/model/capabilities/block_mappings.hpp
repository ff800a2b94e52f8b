#pragma once

#include <algorithm>
#include <any>
#include <string_view>
#include <vector>

#include "core/model/block_mapping.hpp"

namespace heteroscope {

/// A GPU variant whose block mapping can be worked out. In a build without CUDA, too.
struct MappedVariant {
  std::string_view variant;  ///< id
  bool any_block = false;    ///< it can be launched with any block shape
  BlockShape default_block;
  /// Over a result's rows [0, `rows`).
  BlockMapping (*make)(const std::any& parameters, const Extent& output, int rows, BlockShape) = nullptr;
};

/// The variants of the workload's last stage whose blocks are worth looking at; one at least.
struct BlockMappings {
  std::vector<MappedVariant> variants;
  /// Null for a variant whose block mapping is not known.
  [[nodiscard]] const MappedVariant* find(std::string_view variant) const {
    const auto found = std::ranges::find(variants, variant, &MappedVariant::variant);
    return found == variants.end() ? nullptr : &*found;
  }
};

}  // namespace heteroscope
