#include "kernels/heat/own_kernels.hpp"

#include "embedded/heat_cpp.hpp"
#include "embedded/heat_cu.hpp"
#include "kernels/heat/own.hpp"
#include "kernels/heat/passes.hpp"

namespace heteroscope::heat {
namespace {

template <class T>
Step<T> step_of(const Pass& pass, int threads) {
  Step<T> out{.base_data = static_cast<const T*>(pass.base.data),
              .in_data = {},
              .a = {},
              .terms = pass.terms,
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

}  // namespace

OwnKernels own_kernels() {
  return {.header = "kernels/heat/own.hpp",
          .arguments = "heteroscope::heat::Step",
          .gpu_start = embedded::heat_cu,
          .cpu_start = embedded::heat_cpp,
          .launches = launches,
          .cells = LaunchCells::rows};
}

}  // namespace heteroscope::heat
