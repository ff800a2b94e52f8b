#pragma once

#include "core/model/job.hpp"
#include "core/model/seat.hpp"
#include "kernels/nbody/leapfrog.hpp"

namespace heteroscope::nbody {

inline int bodies_of(const IterateJob& job) {
  return job.planes.front().size.height;
}

/// Every lane has computed where its own bodies are half-way in the job's `step`-th step, and wants to know it of all.
/// Steps take two arrays by turns: what others may still fetch is left alone in the next step, and after the last there
/// is nothing left to fetch.
template <class T>
void exchange_half_way(const IterateJob& job, Body<T>* all, int step) {
  if (!job.seat) return;
  const SharedArray array{.data = all, .unit_bytes = sizeof(Body<T>), .have = job.rows, .want = {0, bodies_of(job)}};
  if (step + 1 < job.steps) {
    job.seat.exchange({&array, 1});
  } else {
    job.seat.exchange_and_settle({&array, 1});
  }
}

}  // namespace heteroscope::nbody
