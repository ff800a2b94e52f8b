#include "kernels/blur/own_kernels.hpp"

#include <cstring>
#include <vector>

#include "embedded/blur_cpp.hpp"
#include "embedded/blur_cu.hpp"
#include "kernels/blur/mask.hpp"
#include "kernels/blur/own.hpp"

namespace heteroscope::blur {
namespace {

int taps_of(const Parameters& p) {
  return 2 * p.radius + 1;
}

std::size_t mask_bytes(const AnyJob& any) {
  const auto& job = *any.as<MapJob>();
  const auto taps = static_cast<std::size_t>(taps_of(job.parameters_as<Parameters>()));
  return taps * taps * bytes_of(job.output.precision);
}

void fill_mask(const AnyJob& any, void* host) {
  const auto& job = *any.as<MapJob>();
  with_precision(job.output.precision, [&]<class T>() {
    const std::vector<T> mask = square_mask<T>(job.parameters_as<Parameters>());
    std::memcpy(host, mask.data(), mask.size() * sizeof(T));
  });
}

void launches(const AnyJob& any, const LaunchOwn& launch) {
  const auto& job = *any.as<MapJob>();
  const auto& p = job.parameters_as<Parameters>();
  const Size size = job.output.size;
  with_precision(job.output.precision, [&]<class T>() {
    const Convolution<T> convolution{.in_data = static_cast<const T*>(job.input.data),
                                     .out_data = static_cast<T*>(job.output.data),
                                     .mask = static_cast<const T*>(job.scratch),
                                     .line = line_mask<T>(p),
                                     .width = size.width,
                                     .height = size.height,
                                     .rows = job.rows,
                                     .radius = p.radius,
                                     .taps = taps_of(p),
                                     .border = p.border,
                                     .threads = job.threads};
    launch_over({size.width, job.rows.count()}, convolution, launch);
  });
}

/// The mask is read from global memory; the weights of a line come with the kernel's arguments.
std::vector<OwnAddressedLaunch> addressed(const AccessProblem& problem) {
  const auto& p = *std::any_cast<Parameters>(problem.parameters);
  OwnAddressedLaunch out = launch_over_image(problem);
  const AccessArray mask{"mask", false, static_cast<int>(bytes_of(problem.precision)), {taps_of(p), taps_of(p)}};
  out.arrays.insert(out.arrays.begin(), {"mask", {mask}});
  out.numbers = {p.radius, taps_of(p), static_cast<std::int64_t>(p.border)};
  return {out};
}

}  // namespace

OwnKernels own_kernels() {
  return {.header = "kernels/blur/own.hpp",
          .arguments = "heteroscope::blur::Convolution",
          .gpu_start = embedded::blur_cu,
          .cpu_start = embedded::blur_cpp,
          .launches = launches,
          .cells = LaunchCells::rows,
          .scratch_bytes = mask_bytes,
          .fill_scratch = fill_mask,
          .reordered = true,
          .addresses = OwnAddresses{
              .arrays = {"mask", "in", "out"}, .numbers = {"radius", "taps", "border"}, .launches = addressed}};
}

}  // namespace heteroscope::blur
