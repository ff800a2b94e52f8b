#include "kernels/nbody/own_kernels.hpp"

#include <any>
#include <string>
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

/// A step needs all bodies as they are before it, half of which a person's kernel moves on: participants would have to
/// exchange them between its launches.
std::string unfit(const std::any&, const Extent&, bool whole, const device::Facts&) {
  return whole ? std::string() : "a variant of one's own moves all bodies, and shares them with nobody";
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
          .scratch_bytes = bodies_bytes,
          .unfit = unfit};
}

}  // namespace heteroscope::nbody
