#pragma once

#include <omp.h>

#include <cstdint>
#include <span>
#include <type_traits>

#include "core/model/variant.hpp"
#include "core/run/cpu_rows.hpp"
#include "kernels/histogram/bins.hpp"

namespace heteroscope::histogram {

inline std::span<std::uint64_t> counts_of(const ReduceJob& job) {
  return {static_cast<std::uint64_t*>(job.partials), static_cast<std::size_t>(job.partial_count)};
}

/// Calls `body.template operator()<T>(bins)` with the type of the input's values and the job's binning.
template <class Body>
void with_input(const ReduceJob& job, Body&& body) {
  with_value_type(job.input.precision, [&]<class T>() {
    with_bins<T>(job.parameters_as<Parameters>(), [&](const auto& bins) { body.template operator()<T>(bins); });
  });
}

/// Deals the job's rows out as parallel_rows() does. Each thread makes its own counter with `make()`, which gets
/// `add(row)` for every row and, at the end, `add_to(counts)`, one thread at a time.
template <class T, class Make>
void count_privately(const ReduceJob& job, const Make& make) {
  begin_threads(job, pass_of(job, "rows"));
#pragma omp parallel num_threads(job.threads)
  {
    auto counter = make();
#pragma omp for schedule(static) nowait
    for (int y = job.rows.begin; y < job.rows.end; ++y) {
      if (job.cancelled()) continue;
      const ThreadPiece piece(job);
      counter.add(job.input.row<const T>(y), job.input.size.width);
      piece.finish_rows({y, y + 1}, job.input.size.width);
    }
#pragma omp critical(heteroscope_histogram_merge)
    counter.add_to(counts_of(job));
  }
}

inline constexpr Knobs cpu_knobs{.precisions = all_precisions, .threads = true};

}  // namespace heteroscope::histogram
