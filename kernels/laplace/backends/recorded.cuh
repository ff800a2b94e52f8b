#pragma once

#include <any>
#include <string>

#include "kernels/graph_launch.cuh"
#include "kernels/laplace/backends/backend.cuh"

/// What variants have in common that record a method's launches as a CUDA graph.
namespace heteroscope::laplace {

/// The part of the number of steps taken so far that decides what the next ones launch: cg looks at its drift every so
/// many steps, and full multigrid begins with another cycle.
inline std::int64_t phase_of(const IterateJob& job) {
  switch (job.parameters_as<Parameters>().method) {
    case Method::cg:
      return job.step % cg::steps_between_looks;
    case Method::multigrid:
      return job.step == 0 ? 0 : 1;
    default:
      return 0;
  }
}

/// Returns what a graph of the job's launches depends on: jobs with equal keys have equal launches.
inline StepGraphs::Key key_of_launches(const IterateJob& job) {
  const auto& p = job.parameters_as<Parameters>();
  StepGraphs::Key key = StepGraphs::key_of(job, phase_of(job));
  key.parameters = {static_cast<double>(p.method), omega_of(p), static_cast<double>(p.cycle)};
  return key;
}

/// Launches the kernels of the job's steps in its stream, one by one; while the stream is captured they are recorded.
inline void launch_method(const IterateJob& job) {
  with_tracing(job, [&]<Tracing How>() {
    CudaBackend<How> on(job);
    run_method(job, on);
  });
}

/// The reason why a graph cannot record the steps of a method; empty if it can (Variant::unfit).
inline std::string unfit_for_recording(const std::any& parameters, const Extent&, bool whole, const device::Facts&) {
  const auto& p = std::any_cast<const Parameters&>(parameters);
  if (p.method == Method::direct) return "the method direct computes tables on the host, which a graph cannot record";
  if (!whole && facts_of(p.method).exchange_grain != 0)
    return "with several processors this method exchanges values within a step, which a graph cannot record";
  return beyond_tiles(p.n);
}

}  // namespace heteroscope::laplace
