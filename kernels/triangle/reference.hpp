#pragma once

#include <algorithm>

#include "kernels/triangle/job.hpp"

namespace heteroscope::triangle {

/// The reference loop that all variants must match. Calls `over_rows(row)`, where `row(y)` computes the cells of row y
/// up to the diagonal, one after the other, and `row(y, columns)` only those in these columns.
template <class OverRows>
void with_plain_row(const MapJob& job, OverRows over_rows) {
  with_precision(job.output.precision, [&]<class T>() {
    with_cost(job.parameters_as<Parameters>().cost, [&]<Cost C>() {
      over_rows([&job, points = points_of<T>(job)](int y, Rows columns = {0, longest_side}) {
        T* const row = job.output.row<T>(y);
        const int end = std::min(columns.end, y + 1);
        for (int x = columns.begin; x < end; ++x) row[x] = cell_at<C>(points, y, x);
      });
    });
  });
}

}  // namespace heteroscope::triangle
