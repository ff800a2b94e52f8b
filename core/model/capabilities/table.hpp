#pragma once

#include <any>
#include <functional>
#include <optional>
#include <vector>

#include "core/base/waiter.hpp"
#include "core/types/field_view.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// What a table is made for, and where to put it.
struct TableOrder {
  const std::any* parameters = nullptr;
  Extent output;  ///< of the whole result, also where a part of it is computed: all parts have one table
  Waiter waiter{};
  /// Parameters of other results that are wanted, too: what is made for one of them may serve this one, where it is as
  /// good. The table is a function of both.
  std::vector<const std::any*> others;
  /// Host memory for it, of so many columns and rows; to be asked for once, when the size is known.
  std::function<FieldView(Size, Precision)> room;

  template <class P>
  [[nodiscard]] const P& parameters_as() const {
    return of<P>(parameters);
  }
  template <class P>
  [[nodiscard]] static const P& of(const std::any* parameters) {
    return *std::any_cast<P>(parameters);
  }
};

/// Numbers that all cells of a result are computed from: the places of points, an orbit that others are near to. They
/// follow from the parameters and the result's extent. Where no room was asked for there is no table.
struct Table {
  /// False: it was cancelled.
  bool (*make)(const TableOrder&) = nullptr;
};

/// The table's columns are points of the unit square (row 0 has x, row 1 y, which grows upward), one for each row and
/// column of the result.
struct Points {
  /// The radius of the disks as which the points are drawn; 0: dots; none: with these parameters the points are not
  /// used.
  std::optional<double> (*radius)(const std::any& parameters) = nullptr;
};

}  // namespace heteroscope
