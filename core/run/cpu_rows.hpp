#pragma once

#include <omp.h>

#include "core/model/job.hpp"
#include "core/run/trace.hpp"

namespace heteroscope {

/// Calls `body(y)`; traced as a chunk of the calling thread when the job asks for it.
template <class Body>
void traced_row(const Job& job, int y, Body& body) {
  const std::uint64_t start = job.chunk_trace != nullptr ? steady_ns() : 0;
  body(y);
  if (job.chunk_trace != nullptr) job.chunk_trace->add(omp_get_thread_num(), y, start, steady_ns());
}

/// Calls `body(y)` for each of the job's rows on its threads, each thread one run of rows; traced as chunks when the
/// job asks for it. Rows that are not begun when the job is cancelled are left out. With `each` above 1 for the first
/// of every so many rows, for all of which `body` then stands.
template <class Body>
void parallel_rows(const Job& job, Body body, int each = 1) {
#pragma omp parallel for num_threads(job.threads) schedule(static)
  for (int y = job.rows.begin; y < job.rows.end; y += each) {
    if (!job.cancelled()) traced_row(job, y, body);
  }
}

/// The same on one thread.
template <class Body>
void rows_in_order(const Job& job, Body body, int each = 1) {
  for (int y = job.rows.begin; y < job.rows.end && !job.cancelled(); y += each) traced_row(job, y, body);
}

}  // namespace heteroscope
