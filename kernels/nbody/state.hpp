#pragma once

#include "core/model/collective.hpp"
#include "core/model/job.hpp"
#include "kernels/nbody/leapfrog.hpp"

namespace heteroscope::nbody {

inline int bodies_of(const IterateJob& job) {
  return job.planes.front().size.height;
}

/// Exchanges positions among participants (an all-gather): each has computed its own bodies after half a drift in step
/// number `step` of the job, and needs all of them. Steps use two arrays in turn (double buffering), so that what
/// others may still fetch is not overwritten in the next step; after the last step there is nothing left to fetch.
template <class T>
void exchange_half_way(const IterateJob& job, Body<T>* all, int step) {
  if (!job.collective) return;
  const SharedArray array{.data = all, .unit_bytes = sizeof(Body<T>), .have = job.rows, .want = {0, bodies_of(job)}};
  if (step + 1 < job.steps) {
    job.collective.exchange({&array, 1});
  } else {
    job.collective.exchange_and_settle({&array, 1});
  }
}

}  // namespace heteroscope::nbody
