#pragma once

#include <algorithm>

#include "core/model/variant.hpp"
#include "core/run/cpu_rows.hpp"
#include "kernels/triangle/reference.hpp"

/// Loops of the CPU variants' threads over rows, in different orders.
namespace heteroscope::triangle {

inline constexpr Knobs cpu_knobs{.precisions = both_precisions, .threads = true};

/// How many rows are handed out at once: so few that the last chunks keep nobody waiting for long, but not the shortest
/// rows one by one.
inline int rows_a_chunk(const MapJob& job) {
  constexpr int chunks_a_thread = 64;
  constexpr int most = 16;
  return std::clamp(job.rows.count() / (job.threads * chunks_a_thread), 1, most);
}

/// Calls `body(y)` as a traced span of the calling thread.
template <class Body>
void call_traced(const MapJob& job, int y, Body& body) {
  const ThreadSpan span(job);
  body(y);
  span.finish_rows({y, y + 1}, job.output.size.width);
}

/// Calls `body(y)` for each of the job's rows on its threads; each thread takes the next chunk of rows when it has
/// finished its last (self-scheduling). The longest rows come first, so that what is left at the end is short.
template <class Body>
void dynamic_rows(const MapJob& job, Body body) {
  begin_threads(job, pass_of(job, "rows"));
#pragma omp parallel for num_threads(job.threads) schedule(dynamic, rows_a_chunk(job))
  for (int y = job.rows.end - 1; y >= job.rows.begin; --y) {
    if (!job.cancelled()) call_traced(job, y, body);
  }
}

/// Calls `body(y)` for each row with a static schedule of pairs: the k-th row from the top is paired with the k-th from
/// the bottom. All pairs have equally many cells, so an equal number of pairs for each thread is equal work. With an
/// odd number of rows the middle one has no partner. Each thread calls `finish()` in the end.
template <class Body, class Finish>
void folded_rows(const MapJob& job, Body body, Finish finish) {
  const int pairs = (job.rows.count() + 1) / 2;
  begin_threads(job, pass_of(job, "rows"));
#pragma omp parallel num_threads(job.threads)
  {
#pragma omp for schedule(static) nowait
    for (int k = 0; k < pairs; ++k) {
      const int upper = job.rows.begin + k;
      const int lower = job.rows.end - 1 - k;
      if (!job.cancelled()) call_traced(job, upper, body);
      if (lower > upper && !job.cancelled()) call_traced(job, lower, body);
    }
    finish();
  }
}

template <class Body>
void folded_rows(const MapJob& job, Body body) {
  folded_rows(job, body, [] {});
}

}  // namespace heteroscope::triangle
