#pragma once

#include "kernels/triangle/cell.hpp"

namespace heteroscope::triangle {

/// The plain loop that all variants are held to. Calls `over_rows(row)`, where `row(y)` computes the cells of row y up
/// to the diagonal, one after the other.
template <class OverRows>
void with_plain_row(const MapJob& job, OverRows over_rows) {
  with_precision(job.output.precision, [&]<class T>() {
    with_cost(job.parameters_as<Parameters>().cost, [&]<Cost C>() {
      over_rows([&job, points = points_of<T>(job)](int y) {
        T* const row = job.output.row<T>(y);
        for (int x = 0; x <= y; ++x) row[x] = cell_at<C>(points, y, x);
      });
    });
  });
}

}  // namespace heteroscope::triangle
