#include "kernels/triangle/own_kernels.hpp"

#include "embedded/triangle_cpp.hpp"
#include "embedded/triangle_cu.hpp"
#include "kernels/triangle/job.hpp"
#include "kernels/triangle/own.hpp"

namespace heteroscope::triangle {
namespace {

/// The launch is over the columns that the last of the rows has.
void launches(const AnyJob& any, const LaunchOwn& launch) {
  const auto& job = *any.as<MapJob>();
  with_precision(job.output.precision, [&]<class T>() {
    const Triangle<T> triangle{.points = points_of<T>(job),
                               .cost = job.parameters_as<Parameters>().cost,
                               .out_data = static_cast<T*>(job.output.data),
                               .width = job.output.size.width,
                               .rows = job.rows,
                               .threads = job.threads};
    launch_over({job.rows.end, job.rows.count()}, triangle, launch);
  });
}

std::vector<OwnAddressedLaunch> addressed(const AccessProblem& problem) {
  const Size size = problem.output.size;
  const auto bytes = static_cast<int>(bytes_of(problem.precision));
  const bool reads = std::any_cast<Parameters>(problem.parameters)->cost != Cost::constant;
  return {
      {.cells = size,
       .arrays = {{"points", {{"points", false, bytes, {size.width, 2}}}}, {"out", {{"result", false, bytes, size}}}},
       .numbers = {reads ? 1 : 0}}};
}

}  // namespace

OwnKernels own_kernels() {
  return {.header = "kernels/triangle/own.hpp",
          .arguments = "heteroscope::triangle::Triangle",
          .gpu_start = embedded::triangle_cu,
          .cpu_start = embedded::triangle_cpp,
          .launches = launches,
          .cells = LaunchCells::rows,
          .addresses = OwnAddresses{.arrays = {"points", "out"}, .numbers = {"reads_points"}, .launches = addressed}};
}

}  // namespace heteroscope::triangle
