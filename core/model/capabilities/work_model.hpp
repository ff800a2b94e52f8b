#pragma once

#include <any>
#include <string_view>

namespace heteroscope {

/// A work model: the cost of computing a cell follows from its value.
struct WorkModel {
  double (*work)(const std::any& parameters, double value) = nullptr;
  std::string_view unit;  ///< of the work: "iterations"
};

}  // namespace heteroscope
