#pragma once

#include <cstddef>

#include "core/model/collective.hpp"
#include "core/model/job.hpp"
#include "kernels/nbody/leapfrog.hpp"

namespace heteroscope::nbody {

inline int bodies_of(const IterateJob& job) {
  return job.planes.front().size.height;
}

/// The size of two arrays of all bodies, in bytes: a variant's scratch begins with them where it keeps them there.
inline std::size_t bodies_bytes(const IterateJob& job) {
  return 2 * 4 * bytes_of(job.precision()) * static_cast<std::size_t>(bodies_of(job));
}

/// The array of all bodies, half a step on, of one of the job's steps, which use two in turn (exchange_half_way()).
template <class T>
Body<T>* bodies_half_way(const IterateJob& job, int step) {
  return static_cast<Body<T>*>(job.scratch) + std::ptrdiff_t{step % 2} * bodies_of(job);
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
