#pragma once

#include <any>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/types/types.hpp"

namespace heteroscope {

/// Any rectangle of the result can be computed by itself, with the bits that it has in the whole: all variants look at
/// MapJob::cutout. Where a source is read, variants are given the part of it that the rectangle needs as if it were all
/// there is; what they then make of its edges, where these are not the whole's, is left out.
struct Tileable {
  /// Why they cannot of a whole of this size; empty if they can. Null: they always can.
  std::string (*unfit)(const std::any& parameters, Size whole, Precision) = nullptr;
  /// A cell is made of the source's values at its own place and up to so many columns and rows away. Null: 0.
  int (*reach)(const std::any& parameters) = nullptr;
  /// A cell's own place in the source has its column as its row.
  bool turned = false;
  /// For a workload whose first stage reduces: the ids of its variants whose partials do not depend on the order and
  /// the parts in which values are added. Of the largest magnitude these variants use only the power of two.
  std::vector<std::string_view> orderless;
  /// Adds the partials of another part to those so far; exactly, for the sizes that are fit.
  void (*add)(std::span<double> sum, std::span<const double> part) = nullptr;
};

}  // namespace heteroscope
