#pragma once

#include <any>
#include <string>

#include "core/summary/summary.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// Lines about results that do not mean what the user expects.
struct Warnings {
  /// A warning before computing, where the result cannot mean what is expected (such as a view finer than the
  /// precision); empty if there is none. Null: there never is.
  std::string (*advice)(const std::any& parameters, Size, Precision) = nullptr;
  /// A warning about a result that went wrong (such as values without bound); empty if it did not. Null: it cannot.
  std::string (*alarm)(const std::any& parameters, const Summary& result) = nullptr;
};

}  // namespace heteroscope
