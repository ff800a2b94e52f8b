#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "kernels/nbody/state.hpp"

namespace heteroscope::nbody {

/// The acceleration of body i by all bodies.
template <class T>
Vector<T> pull_on(const Job& job, const std::vector<Body<T>>& bodies, int i, T softening_squared) {
  const int count = static_cast<int>(bodies.size());
  const int length = segment_of(count);
  Vector<T> sum{};
  for (int begin = 0; begin < count && !job.cancelled(); begin += length) {
    Vector<T> part{};
    for (int j = begin; j < std::min(begin + length, count); ++j)
      add_pull(part, bodies[static_cast<std::size_t>(i)], bodies[static_cast<std::size_t>(j)], softening_squared);
    add(sum, part);
  }
  return sum;
}

/// Takes a job's steps on the CPU: for each, half a drift with `half`, then `pulls(bodies, times)`, which computes the
/// pulls and finishes the rows.
template <class T, class Pulls>
void take_steps(const IterateJob& job, Pulls pulls) {
  const auto t = step_times<T>(job.parameters_as<Parameters>());
  const auto count = static_cast<std::size_t>(bodies_of(job));
  std::vector<Body<T>> twice[2] = {std::vector<Body<T>>(count), std::vector<Body<T>>(count)};
  for (int step = 0; step < job.steps && !job.cancelled(); ++step) {
    std::vector<Body<T>>& bodies = twice[step % 2];
    const FieldView& now = job.planes[0];
    for (int i = job.rows.begin; i < job.rows.end; ++i)
      bodies[static_cast<std::size_t>(i)] = half_way(now.row<T>(i), t.half);
    exchange_half_way(job, bodies.data(), step);
    if (job.trace != nullptr) job.trace->at_step(job.step + step, 1);
    pulls(bodies, t);
    std::swap(job.planes[0], job.planes[1]);
  }
}

/// The reference loop that all variants must match: every body is pulled by every body, n² interactions.
/// `over_rows(job, row)` calls `row(i)` for each of the job's bodies.
template <class OverRows>
void advance_plainly(const IterateJob& job, OverRows over_rows) {
  with_precision(job.precision(), [&]<class T>() {
    take_steps<T>(job, [&](const std::vector<Body<T>>& bodies, const StepTimes<T>& t) {
      over_rows(job, [&](int i) {
        const Vector<T> pull = pull_on(job, bodies, i, t.softening_squared);
        finish_step(job.planes[1].row<T>(i), job.planes[0].row<T>(i), bodies[static_cast<std::size_t>(i)], pull, t);
      });
    });
  });
}

}  // namespace heteroscope::nbody
