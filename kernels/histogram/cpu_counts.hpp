#pragma once

#include <omp.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "core/model/variant.hpp"
#include "core/run/cpu_rows.hpp"
#include "kernels/histogram/with_bins.hpp"

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

/// The scratch memory for the Counts of each thread, in bytes.
template <class Counts>
std::size_t bytes_of_counts(const ReduceJob& job) {
  return static_cast<std::size_t>(job.threads) * Counts::bytes(job.parameters_as<Parameters>().bins);
}

/// Counts with a private histogram for each thread, and rows distributed as parallel_rows() does. Each thread has a
/// Counts, with Counts::bytes() of memory in the job's scratch, and makes a counter for it by `make(counts)`, which
/// gets `add(row)` for every row; at the end each thread in turn calls `add_to(counts)`.
template <class T, class Counts, class Make>
void count_privately(const ReduceJob& job, const Make& make) {
  begin_threads(job, pass_of(job, "rows"));
#pragma omp parallel num_threads(job.threads)
  {
    const std::size_t each = Counts::bytes(job.partial_count);
    Counts counts(static_cast<std::byte*>(job.scratch) + each * static_cast<std::size_t>(omp_get_thread_num()),
                  job.partial_count);
    auto counter = make(counts);
#pragma omp for schedule(static) nowait
    for (int y = job.rows.begin; y < job.rows.end; ++y) {
      if (job.cancelled()) continue;
      const ThreadSpan span(job);
      counter.add(job.input.row<const T>(y), job.input.size.width);
      span.finish_rows({y, y + 1}, job.input.size.width);
    }
#pragma omp critical(heteroscope_histogram_merge)
    counts.add_to(counts_of(job));
  }
}

inline constexpr Knobs cpu_knobs{.precisions = all_precisions, .threads = true};

}  // namespace heteroscope::histogram
