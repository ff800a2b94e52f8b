#pragma once

#include "core/model/job.hpp"

namespace heteroscope::mandelbrot {

/// How the threads of a deep picture's kernel are mapped to its pixels.
enum class DeepMapping {
  pixels,   ///< a thread a pixel, blocks over columns and rows
  columns,  ///< a thread a column, which walks down its rows
  line,     ///< a thread a pixel, blocks over all pixels as one line
};

/// Returns the block shape of a deep picture's kernels: the job's, or one of their own where its variant has none to
/// choose.
constexpr BlockShape deep_block(BlockShape of_job) {
  return of_job == BlockShape{} ? BlockShape{32, 4} : of_job;
}

/// Launches the kernels of a deep picture's job on its stream.
void launch_deep(const MapJob& job, DeepMapping mapping);

}  // namespace heteroscope::mandelbrot
