#pragma once

#include <algorithm>

#include "core/model/job.hpp"
#include "kernels/nbody/view.hpp"

namespace heteroscope::nbody {

/// Draws all bodies into some rows of the picture.
template <class T>
void draw_rows(const MapJob& job, Rows rows) {
  const auto view = view_of<T>(job.parameters_as<Parameters>(), job.output.size);
  for (int y = rows.begin; y < rows.end; ++y) std::fill_n(job.output.row<T>(y), view.size.width, T(0));
  for (int i = 0; i < job.input.size.height; ++i)
    view.cover(job.input.row<const T>(i), rows, [&](int x, int y) { job.output.row<T>(y)[x] += T(1); });
}

}  // namespace heteroscope::nbody
