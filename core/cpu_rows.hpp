#pragma once

#include <omp.h>

#include "core/job.hpp"

namespace heteroscope {

/// Calls `body(y)` for each of the job's rows on its threads, each thread one run of rows; traced as chunks when the
/// job asks for it. Rows that are not begun when the job is cancelled are left out.
template <class Body>
void parallel_rows(const Job& job, Body body) {
#pragma omp parallel for num_threads(job.threads) schedule(static)
  for (int y = job.rows.begin; y < job.rows.end; ++y) {
    if (job.cancelled()) continue;
    const std::uint64_t start = job.chunk_trace != nullptr ? steady_ns() : 0;
    body(y);
    if (job.chunk_trace != nullptr) job.chunk_trace->add(omp_get_thread_num(), y, start, steady_ns());
  }
}

/// The same on one thread.
template <class Body>
void rows_in_order(const Job& job, Body body) {
  for (int y = job.rows.begin; y < job.rows.end && !job.cancelled(); ++y) {
    const std::uint64_t start = job.chunk_trace != nullptr ? steady_ns() : 0;
    body(y);
    if (job.chunk_trace != nullptr) job.chunk_trace->add(0, y, start, steady_ns());
  }
}

}  // namespace heteroscope
