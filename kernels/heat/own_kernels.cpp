#include "kernels/heat/own_kernels.hpp"

#include <fmt/format.h>

#include "embedded/heat_cpp.hpp"
#include "embedded/heat_cu.hpp"
#include "kernels/heat/own.hpp"
#include "kernels/heat/passes.hpp"
#include "kernels/heat/planes.hpp"

namespace heteroscope::heat {
namespace {

template <class T>
Step<T> step_of(const Pass& pass, int threads) {
  Step<T> out{.base_data = static_cast<const T*>(pass.base.data),
              .in_data = {},
              .a = {},
              .terms = pass.terms,
              .adds_to_in = pass.terms == 1 && pass.base.data == pass.in[0].data,
              .c = static_cast<T>(pass.c),
              .out_data = static_cast<T*>(pass.out.data),
              .width = pass.out.size.width,
              .rows = pass.rows,
              .threads = threads};
  for (int i = 0; i < pass.terms; ++i) {
    out.in_data[i] = static_cast<const T*>(pass.in[i].data);
    out.a[i] = static_cast<T>(pass.a[i]);
  }
  return out;
}

void launches(const AnyJob& any, const LaunchOwn& launch) {
  const auto& job = *any.as<IterateJob>();
  with_precision(job.precision(), [&]<class T>() {
    Pass pass;
    for (Passes passes(job); passes.next(pass);) {
      launch_over({pass.out.size.width, pass.rows.count()}, step_of<T>(pass, job.threads), launch);
    }
  });
}

/// The longest side of a plate whose nodes an int counts.
constexpr int longest_counted = 46340;

std::string unfit(const std::any&, const Extent& output, bool, const device::Facts&) {
  const int n = output.size.width;
  if (n <= longest_counted) return {};
  return fmt::format("n: {} is more than {}, the most for your own variants, which count nodes in an int", n,
                     longest_counted);
}

/// The passes of one step once a multistep method has its history, as the program's own variants are modeled.
std::vector<OwnAddressedLaunch> addressed(const AccessProblem& problem) {
  const Planes planes(problem);
  std::vector<OwnAddressedLaunch> out;
  for (int pass = 0; pass < planes.scheme.passes; ++pass) {
    std::vector<AccessArray> in;
    for (const std::string_view each : planes.read_by(pass)) in.push_back(planes.array(each));
    const bool reads_base = pass > 0 || planes.scheme.terms > 1;  // otherwise it is what is looked at
    out.push_back({.cells = problem.output.size,
                   .arrays = {{"in", std::move(in)},
                              {"base", {planes.array(state_names[0])}},
                              {"out", {planes.array(planes.written_by(pass))}}},
                   .numbers = {reads_base ? 1 : 0}});
  }
  return out;
}

}  // namespace

OwnKernels own_kernels() {
  return {.header = "kernels/heat/own.hpp",
          .arguments = "heteroscope::heat::Step",
          .gpu_start = embedded::heat_cu,
          .cpu_start = embedded::heat_cpp,
          .launches = launches,
          .cells = LaunchCells::rows,
          .unfit = unfit,
          .addresses = OwnAddresses{.arrays = {"in", "base", "out"}, .numbers = {"reads_base"}, .launches = addressed}};
}

}  // namespace heteroscope::heat
