#include "kernels/transpose/own_kernels.hpp"

#include "embedded/transpose_cpp.hpp"
#include "embedded/transpose_cu.hpp"
#include "kernels/transpose/own.hpp"

namespace heteroscope::transpose {
namespace {

void launches(const AnyJob& any, const LaunchOwn& launch) {
  const auto& job = *any.as<MapJob>();
  const Size size = job.input.size;
  with_precision(job.output.precision, [&]<class T>() {
    const Transposition<T> transposition{.in_data = static_cast<const T*>(job.input.data),
                                         .out_data = static_cast<T*>(job.output.data),
                                         .width = size.width,
                                         .height = size.height,
                                         .columns = job.rows,
                                         .threads = job.threads};
    launch_over({job.rows.count(), size.height}, transposition, launch);
  });
}

std::vector<OwnAddressedLaunch> addressed(const AccessProblem& problem) {
  return {launch_over_image(problem)};
}

}  // namespace

OwnKernels own_kernels() {
  return {.header = "kernels/transpose/own.hpp",
          .arguments = "heteroscope::transpose::Transposition",
          .gpu_start = embedded::transpose_cu,
          .cpu_start = embedded::transpose_cpp,
          .launches = launches,
          .cells = LaunchCells::transposed,
          .addresses = OwnAddresses{.arrays = {"in", "out"}, .numbers = {}, .launches = addressed}};
}

}  // namespace heteroscope::transpose
