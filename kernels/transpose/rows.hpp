#pragma once

#include <omp.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "core/base/ceil_div.hpp"
#include "core/model/variant.hpp"
#include "core/run/cpu_rows.hpp"
#include "kernels/transpose/reference.hpp"

namespace heteroscope::transpose {

/// The size in bytes of one Room<T> for each of the job's threads, in its scratch.
template <template <class> class Room>
std::size_t bytes_of_rooms(const MapJob& job) {
  std::size_t bytes = 0;
  with_precision(job.output.precision, [&]<class T>() { bytes = sizeof(Room<T>); });
  return static_cast<std::size_t>(job.threads) * bytes;
}
/// The Room of the calling thread.
template <class Room>
Room* room_of_thread(const MapJob& job) {
  static_assert(alignof(Room) == 64, "threads do not share cache lines");
  return job.scratch == nullptr ? nullptr : static_cast<Room*>(job.scratch) + omp_get_thread_num();
}

/// Calls `body(rows)` for runs of the job's rows on its threads, one run a thread unless that would be more than
/// `longest` rows. Runs that have not begun when the job is cancelled are left out; within a run `body` must check the
/// flag itself.
template <class Body>
void parallel_runs(const MapJob& job, int longest, Body body) {
  constexpr std::int64_t granule = 16;  // rows that a vector transposition takes at once
  const std::int64_t count = job.rows.count();
  const std::int64_t share = ceil_div(count, job.threads);
  const std::int64_t length = std::clamp<std::int64_t>(ceil_div(share, granule) * granule, 1, longest);
  const std::int64_t runs = ceil_div(count, length);
  begin_threads(job, pass_of(job, "rows"));
#pragma omp parallel for num_threads(job.threads) schedule(static)
  for (std::int64_t i = 0; i < runs; ++i) {
    if (job.cancelled()) continue;
    const ThreadSpan span(job);
    const Rows rows{job.rows.begin + static_cast<int>(i * length),
                    job.rows.begin + static_cast<int>(std::min((i + 1) * length, count))};
    body(rows);
    span.finish_rows(rows, job.output.size.width);
  }
}

}  // namespace heteroscope::transpose
