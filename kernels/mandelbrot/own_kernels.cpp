#include "kernels/mandelbrot/own_kernels.hpp"

#include "core/base/error.hpp"
#include "embedded/mandelbrot_cpp.hpp"
#include "embedded/mandelbrot_cu.hpp"
#include "kernels/mandelbrot/deep/pixels.hpp"
#include "kernels/mandelbrot/deep/tier.hpp"
#include "kernels/mandelbrot/own.hpp"

namespace heteroscope::mandelbrot {
namespace {

constexpr const char* only_direct = "method: your own variants compute each point by itself: choose method=direct";

std::string unfit(const std::any& parameters, const Extent& output, bool, const device::Facts&) {
  const auto& p = std::any_cast<const Parameters&>(parameters);
  if (tier_of(p, output.size) != Tier::direct) return only_direct;
  if (p.arithmetic != Arithmetic::fused) return "arithmetic: your own variants need arithmetic=fused";
  return {};
}

void launches(const AnyJob& any, const LaunchOwn& launch) {
  const auto& job = *any.as<MapJob>();
  const auto& p = job.parameters_as<Parameters>();
  // a part of a picture may be deep where its size alone does not say so
  if (is_deep(job)) throw BadInput(only_direct);
  const int width = job.output.size.width;
  with_precision(job.output.precision, [&]<class T>() {
    const Picture<T> picture{.grid = make_grid<T>(p, job.cutout),
                             .out_data = static_cast<T*>(job.output.data),
                             .width = width,
                             .rows = job.rows,
                             .limit = p.max_iterations,
                             .smooth = p.smooth,
                             .julia = p.julia,
                             .threads = job.threads};
    launch_over({width, job.rows.count()}, picture, launch);
  });
}

std::vector<OwnAddressedLaunch> addressed(const AccessProblem& problem) {
  const Size size = problem.output.size;
  const auto bytes = static_cast<int>(bytes_of(problem.precision));
  return {{.cells = size, .arrays = {{"out", {{"result", false, bytes, size}}}}, .numbers = {}}};
}

}  // namespace

OwnKernels own_kernels() {
  return {.header = "kernels/mandelbrot/own.hpp",
          .arguments = "heteroscope::mandelbrot::Picture",
          .gpu_start = embedded::mandelbrot_cu,
          .cpu_start = embedded::mandelbrot_cpp,
          .launches = launches,
          .cells = LaunchCells::rows,
          .unfit = unfit,
          .addresses = OwnAddresses{.arrays = {"out"}, .numbers = {}, .launches = addressed}};
}

}  // namespace heteroscope::mandelbrot
