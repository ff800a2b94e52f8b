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

}  // namespace

OwnKernels own_kernels() {
  return {.header = "kernels/triangle/own.hpp",
          .arguments = "heteroscope::triangle::Triangle",
          .gpu_start = embedded::triangle_cu,
          .cpu_start = embedded::triangle_cpp,
          .launches = launches,
          .cells = LaunchCells::rows};
}

}  // namespace heteroscope::triangle
