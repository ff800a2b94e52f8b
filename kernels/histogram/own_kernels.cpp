#include "kernels/histogram/own_kernels.hpp"

#include "embedded/histogram_cpp.hpp"
#include "embedded/histogram_cu.hpp"
#include "kernels/histogram/own.hpp"

namespace heteroscope::histogram {
namespace {

void launches(const AnyJob& any, const LaunchOwn& launch) {
  const auto& job = *any.as<ReduceJob>();
  const auto& p = job.parameters_as<Parameters>();
  const int width = job.input.size.width;
  with_precision(job.input.precision, [&]<class T>() {
    static_assert(sizeof(unsigned long long) == sizeof(std::uint64_t));
    const Histogram<T> histogram{.in_data = job.input.row<const T>(job.rows.begin),
                                 .count = std::int64_t{job.rows.count()} * width,
                                 .counts = static_cast<unsigned long long*>(job.partials),
                                 .bins = p.bins,
                                 .binning = p.binning,
                                 .in_range = RangeBins<T>(p),
                                 .by_mask = MaskBins<T>(p),
                                 .by_modulo = ModuloBins<T>(p),
                                 .threads = job.threads};
    launch_over({width, job.rows.count()}, histogram, launch);
  });
}

}  // namespace

OwnKernels own_kernels() {
  return {.header = "kernels/histogram/own.hpp",
          .arguments = "heteroscope::histogram::Histogram",
          .gpu_start = embedded::histogram_cu,
          .cpu_start = embedded::histogram_cpp,
          .launches = launches};
}

}  // namespace heteroscope::histogram
