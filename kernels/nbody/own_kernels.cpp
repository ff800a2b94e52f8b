#include "kernels/nbody/own_kernels.hpp"

#include <utility>

#include "embedded/nbody_cpp.hpp"
#include "embedded/nbody_cu.hpp"
#include "kernels/nbody/half_drift/half_drift.hpp"
#include "kernels/nbody/own.hpp"
#include "kernels/nbody/state.hpp"

namespace heteroscope::nbody {
namespace {

std::size_t scratch_bytes(const AnyJob& any) {
  return bodies_bytes(*any.as<IterateJob>());
}

/// Moves the job's bodies by half a step, and fetches those of the other participants.
template <class T>
void drift(const IterateJob& job, int step) {
  Body<T>* const bodies = bodies_half_way<T>(job, step);
  if (job.stream != nullptr) {
    drift_half_on_gpu(job, step);
  } else {
    const auto times = step_times<T>(job.parameters_as<Parameters>());
    for (int i = job.rows.begin; i < job.rows.end; ++i) bodies[i] = half_way(job.planes[0].row<const T>(i), times.half);
  }
  exchange_half_way(job, bodies, step);
}

template <class T>
Step<T> step_of(const IterateJob& job, int step) {
  const int count = bodies_of(job);
  return {.now_data = job.planes[0].row<const T>(0),
          .next_data = job.planes[1].row<T>(0),
          .bodies = bodies_half_way<T>(job, step),
          .count = count,
          .segment = segment_of(count),
          .rows = job.rows,
          .times = step_times<T>(job.parameters_as<Parameters>()),
          .threads = job.threads};
}

/// A launch is over the bodies to advance, in one line.
void launches(const AnyJob& any, const LaunchOwn& launch) {
  const auto& job = *any.as<IterateJob>();
  with_precision(job.precision(), [&]<class T>() {
    for (int step = 0; step < job.steps; ++step) {
      drift<T>(job, step);
      launch_over({job.rows.count(), 1}, step_of<T>(job, step), launch);
      std::swap(job.planes[0], job.planes[1]);
    }
  });
}

}  // namespace

OwnKernels own_kernels() {
  return {.header = "kernels/nbody/own.hpp",
          .arguments = "heteroscope::nbody::Step",
          .gpu_start = embedded::nbody_cu,
          .cpu_start = embedded::nbody_cpp,
          .launches = launches,
          .scratch_bytes = scratch_bytes};
}

}  // namespace heteroscope::nbody
