#pragma once

#include <any>
#include <string>

#include "core/model/types.hpp"

namespace heteroscope {

/// Any rectangle of the result can be computed by itself, with the bits that it has in the whole: all variants look at
/// MapJob::cutout.
struct Piecewise {
  /// Why they cannot of a whole of this size; empty if they can. Null: they always can.
  std::string (*unfit)(const std::any& parameters, Size whole, Precision) = nullptr;
};

}  // namespace heteroscope
