#include "kernels/nbody/own_kernels.hpp"

#include <utility>

#include "embedded/nbody_cpp.hpp"
#include "embedded/nbody_cu.hpp"
#include "kernels/nbody/own.hpp"
#include "kernels/nbody/state.hpp"

namespace heteroscope::nbody {
namespace {

std::size_t bodies_bytes(const AnyJob& any) {
  const auto& job = *any.as<IterateJob>();
  return 4 * bytes_of(job.precision()) * static_cast<std::size_t>(bodies_of(job));
}

/// Participants exchange their bodies as they are before a step, since only the person's kernel moves them half way.
/// The planes take turns, so that what others may still fetch is not overwritten in the next step.
void exchange_bodies(const IterateJob& job, bool last) {
  if (!job.collective) return;
  const FieldView& now = job.planes[0];
  const SharedArray array{
      .data = now.data, .unit_bytes = columns * bytes_of(now.precision), .have = job.rows, .want = {0, bodies_of(job)}};
  if (last) {
    job.collective.exchange_and_settle({&array, 1});
  } else {
    job.collective.exchange({&array, 1});
  }
}

template <class T>
Step<T> step_of(const IterateJob& job) {
  const int count = bodies_of(job);
  return {.now_data = job.planes[0].row<const T>(0),
          .next_data = job.planes[1].row<T>(0),
          .bodies = static_cast<Body<T>*>(job.scratch),
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
      exchange_bodies(job, step + 1 == job.steps);
      launch_over({job.rows.count(), 1}, step_of<T>(job), launch);
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
          .scratch_bytes = bodies_bytes};
}

}  // namespace heteroscope::nbody
