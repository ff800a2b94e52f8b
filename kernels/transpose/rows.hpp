#pragma once

#include <algorithm>
#include <cstdint>

#include "core/model/variant.hpp"
#include "core/run/cpu_rows.hpp"
#include "core/run/trace.hpp"
#include "kernels/transpose/reference.hpp"

namespace heteroscope::transpose {

/// Calls `body(rows)` for runs of the job's rows on its threads, one run a thread unless that is more than `longest`
/// rows; traced as chunks when the job asks for it. Runs that are not begun when the job is cancelled are left out;
/// `body` must look at the flag itself, too.
template <class Body>
void parallel_runs(const MapJob& job, int longest, Body body) {
  constexpr std::int64_t granule = 16;  // rows that a vector transposition takes at once
  const std::int64_t count = job.rows.count();
  const std::int64_t share = (count + job.threads - 1) / job.threads;
  const std::int64_t length = std::clamp<std::int64_t>((share + granule - 1) / granule * granule, 1, longest);
  const std::int64_t runs = (count + length - 1) / length;
#pragma omp parallel for num_threads(job.threads) schedule(static)
  for (std::int64_t i = 0; i < runs; ++i) {
    if (job.cancelled()) continue;
    const std::uint64_t start = job.chunk_trace != nullptr ? steady_ns() : 0;
    const Rows rows{job.rows.begin + static_cast<int>(i * length),
                    job.rows.begin + static_cast<int>(std::min((i + 1) * length, count))};
    body(rows);
    if (job.chunk_trace != nullptr) job.chunk_trace->add(omp_get_thread_num(), rows.begin, start, steady_ns());
  }
}

}  // namespace heteroscope::transpose
