#pragma once

#include <any>
#include <optional>

#include "core/memory/field_view.hpp"
#include "core/model/types.hpp"

namespace heteroscope {

/// Numbers that all cells of a result are computed from: the places of points, some coefficients. They follow from the
/// parameters alone, and are small.
struct Table {
  /// Columns and rows.
  Size (*size)(const std::any& parameters) = nullptr;
  /// Fills a field of that size on the host, in either precision.
  void (*fill)(const std::any& parameters, const FieldView& out) = nullptr;
};

/// The table's columns are points of the unit square (row 0 has x, row 1 y, which grows upward), one for each row and
/// column of the result.
struct Points {
  /// Of the disks as which they are drawn. 0: they are dots. None: these parameters do not look at them.
  std::optional<double> (*radius)(const std::any& parameters) = nullptr;
};

}  // namespace heteroscope
