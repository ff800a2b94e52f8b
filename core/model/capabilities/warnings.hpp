#pragma once

#include <any>
#include <string>

#include "core/summary/summary.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// Lines about results that do not mean what the user expects.
struct Warnings {
  /// Where it cannot (a view finer than the precision), before it is computed; else empty. Null: it always can.
  std::string (*advice)(const std::any& parameters, Size, Precision) = nullptr;
  /// Where it went wrong (values without bound); else empty. Null: it cannot.
  std::string (*alarm)(const std::any& parameters, const Summary& result) = nullptr;
};

}  // namespace heteroscope
