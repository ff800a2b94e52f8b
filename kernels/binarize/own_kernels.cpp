#include "kernels/binarize/own_kernels.hpp"

#include "embedded/binarize_mean_cpp.hpp"
#include "embedded/binarize_mean_cu.hpp"
#include "embedded/binarize_threshold_cpp.hpp"
#include "embedded/binarize_threshold_cu.hpp"
#include "kernels/binarize/level.hpp"
#include "kernels/binarize/own.hpp"
#include "kernels/binarize/sums/exact_sum.hpp"
#include "kernels/binarize/sums/sum_error.hpp"

namespace heteroscope::binarize {
namespace {

void add(const AnyJob& any, const LaunchOwn& launch) {
  const auto& job = *any.as<ReduceJob>();
  const int width = job.input.size.width;
  with_precision(job.input.precision, [&]<class T>() {
    const Mean<T> mean{.in_data = job.input.row<const T>(job.rows.begin),
                       .count = std::int64_t{job.rows.count()} * width,
                       .scale = plain_scale<double>(job.largest),
                       .sum = static_cast<double*>(job.partials) + plain_sum,
                       .threads = job.threads};
    launch_over({width, job.rows.count()}, mean, launch);
  });
}

void compare(const AnyJob& any, const LaunchOwn& launch) {
  const auto& job = *any.as<MapJob>();
  const int width = job.output.size.width;
  with_precision(job.output.precision, [&]<class T>() {
    const Threshold<T> threshold{.in_data = static_cast<const T*>(job.input.data),
                                 .out_data = static_cast<T*>(job.output.data),
                                 .width = width,
                                 .rows = job.rows,
                                 .mean = mean_of(job),
                                 .threads = job.threads};
    launch_over({width, job.rows.count()}, threshold, launch);
  });
}

std::vector<OwnAddressedLaunch> addressed(const AccessProblem& problem) {
  return {launch_over_image(problem)};
}

}  // namespace

OwnKernels own_mean() {
  return {.header = "kernels/binarize/own.hpp",
          .arguments = "heteroscope::binarize::Mean",
          .gpu_start = embedded::binarize_mean_cu,
          .cpu_start = embedded::binarize_mean_cpp,
          .launches = add,
          .reordered = true,
          .sum_error = error_in_any_order};
}

OwnKernels own_threshold() {
  return {.header = "kernels/binarize/own.hpp",
          .arguments = "heteroscope::binarize::Threshold",
          .gpu_start = embedded::binarize_threshold_cu,
          .cpu_start = embedded::binarize_threshold_cpp,
          .launches = compare,
          .cells = LaunchCells::rows,
          .addresses = OwnAddresses{.arrays = {"in", "out"}, .numbers = {}, .launches = addressed}};
}

}  // namespace heteroscope::binarize
