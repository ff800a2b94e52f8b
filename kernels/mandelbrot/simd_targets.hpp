#pragma once

#include "core/model/job.hpp"
#include "core/model/variant.hpp"
#include "kernels/mandelbrot/grid.hpp"
#include "kernels/mandelbrot/reference.hpp"
#include "kernels/mandelbrot/simd_row.hpp"
#include "kernels/simd_targets.hpp"

namespace heteroscope::mandelbrot {

inline constexpr Tunable chunk_and_vectors[] = {chunk_of_rows[0], choice_of_vectors};
/// The choices of the vector variants.
inline constexpr Knobs vector_knobs{.precisions = both_precisions, .threads = true, .tunables = chunk_and_vectors};

/// Runs `row` on the job's rows with its threads; each thread takes the next row when it has finished its last
/// (self-scheduling).
template <class T>
void for_rows(const MapJob& job, void (*row)(const RowTask<T>&));

}  // namespace heteroscope::mandelbrot
