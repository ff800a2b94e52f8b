#include "kernels/nbody/half_drift/half_drift.hpp"
#include "kernels/nbody/launch.cuh"

namespace heteroscope::nbody {

void drift_half_on_gpu(const IterateJob& job, int step) {
  IterateJob untraced = job;
  untraced.trace = nullptr;
  with_precision(job.precision(), [&]<class T>() { drift_half(untraced, arguments_of<T>(job, step)); });
}

}  // namespace heteroscope::nbody
