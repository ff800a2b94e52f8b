#include "tests/conformance/start_files.hpp"

#include <gtest/gtest.h>

#include <type_traits>

#include "kernels/binarize/own.hpp"
#include "kernels/binarize/own_kernels.hpp"
#include "kernels/blur/own.hpp"
#include "kernels/blur/own_kernels.hpp"
#include "kernels/heat/own.hpp"
#include "kernels/heat/own_kernels.hpp"
#include "kernels/histogram/own.hpp"
#include "kernels/histogram/own_kernels.hpp"
#include "kernels/laplace/own.hpp"
#include "kernels/laplace/own_kernels.hpp"
#include "kernels/mandelbrot/own.hpp"
#include "kernels/mandelbrot/own_kernels.hpp"
#include "kernels/nbody/own.hpp"
#include "kernels/nbody/own_kernels.hpp"
#include "kernels/transpose/own.hpp"
#include "kernels/transpose/own_kernels.hpp"
#include "kernels/triangle/own.hpp"
#include "kernels/triangle/own_kernels.hpp"

// Their functions may have the same names, as in files of several people.
namespace file_of_mean {
#include "assets/own/binarize_mean.cpp"
}
namespace file_of_threshold {
#include "assets/own/binarize_threshold.cpp"
}
namespace file_of_blur {
#include "assets/own/blur.cpp"
}
namespace file_of_heat {
#include "assets/own/heat.cpp"
}
namespace file_of_histogram {
#include "assets/own/histogram.cpp"
}
namespace file_of_laplace {
#include "assets/own/laplace.cpp"
}
namespace file_of_mandelbrot {
#include "assets/own/mandelbrot.cpp"
}
namespace file_of_nbody {
#include "assets/own/nbody.cpp"
}
namespace file_of_transpose {
#include "assets/own/transpose.cpp"
}
namespace file_of_triangle {
#include "assets/own/triangle.cpp"
}

namespace heteroscope::testing {
namespace {

Precision precision_of(const MapJob& job) {
  return job.output.precision;
}
Precision precision_of(const ReduceJob& job) {
  return job.input.precision;
}
Precision precision_of(const IterateJob& job) {
  return job.precision();
}

/// Computes a job as whoever has compiled a file does. `function` is a lambda that calls the file's function.
template <template <class> class Arguments, auto own, auto function, class AJob>
void run_file(const AJob& job) {
  const OwnKernels kernels = own();
  if (kernels.fill_scratch != nullptr) kernels.fill_scratch(job, job.scratch);
  kernels.launches(job, [&](const OwnLaunch& launch) {
    with_precision(precision_of(job), [&]<class T>() {
      ASSERT_EQ(launch.bytes, sizeof(Arguments<T>));
      ASSERT_GT(launch.cells.area(), 0);
      function(*static_cast<const Arguments<T>*>(launch.arguments));
    });
  });
}

template <template <class> class Arguments, auto own, auto function, class AJob>
void run_in_bands(const AJob& job) {
  const int border = job.rows.begin + job.rows.count() / 3;
  for (const Rows rows : {Rows{job.rows.begin, border}, Rows{border, job.rows.end}}) {
    AJob band = job;
    band.rows = rows;
    run_file<Arguments, own, function>(band);
  }
}

template <class AJob, auto own>
Variant variant_without_run() {
  const OwnKernels kernels = own();
  Variant out{.processor = Processor::cpu,
              .summary = "A file to start from.",
              .knobs = {.precisions = both_precisions, .threads = true},
              .unfit = kernels.unfit,
              .reordered = kernels.reordered,
              .sum_error = kernels.sum_error};
  if (kernels.scratch_bytes != nullptr) out.scratch_bytes = [](const AJob& job) { return own().scratch_bytes(job); };
  return out;
}

template <class AJob, template <class> class Arguments, auto own, auto function>
StartFile file_of(std::string workload, std::string stage) {
  static const Variant whole = [] {
    Variant out = variant_without_run<AJob, own>();
    out.run = [](const AJob& job) { run_file<Arguments, own, function>(job); };
    return out;
  }();
  static const Variant in_bands = [] {
    Variant out = variant_without_run<AJob, own>();
    out.run = [](const AJob& job) { run_in_bands<Arguments, own, function>(job); };
    return out;
  }();
  const bool iterates = std::is_same_v<AJob, IterateJob>;
  return {std::move(workload), std::move(stage), &whole, iterates ? nullptr : &in_bands};
}

std::vector<StartFile> all_files() {
  return {
      file_of<MapJob, mandelbrot::Picture, mandelbrot::own_kernels,
              [](const auto& picture) { file_of_mandelbrot::escape(picture); }>("mandelbrot", "escape"),
      file_of<ReduceJob, binarize::Mean, binarize::own_mean, [](const auto& mean) { file_of_mean::add_up(mean); }>(
          "binarize", "mean"),
      file_of<MapJob, binarize::Threshold, binarize::own_threshold,
              [](const auto& image) { file_of_threshold::compare(image); }>("binarize", "threshold"),
      file_of<MapJob, transpose::Transposition, transpose::own_kernels,
              [](const auto& image) { file_of_transpose::turn(image); }>("transpose", "transpose"),
      file_of<MapJob, blur::Convolution, blur::own_kernels, [](const auto& blur) { file_of_blur::weighted(blur); }>(
          "blur", "blur"),
      file_of<ReduceJob, histogram::Histogram, histogram::own_kernels,
              [](const auto& histogram) { file_of_histogram::count_up(histogram); }>("histogram", "count"),
      file_of<IterateJob, heat::Step, heat::own_kernels, [](const auto& step) { file_of_heat::advance(step); }>(
          "heat", "advance"),
      file_of<IterateJob, laplace::Relaxation, laplace::own_kernels,
              [](const auto& relaxation) { file_of_laplace::relax(relaxation); }>("laplace", "settle"),
      file_of<MapJob, triangle::Triangle, triangle::own_kernels,
              [](const auto& triangle) { file_of_triangle::cells(triangle); }>("triangle", "cells"),
      file_of<IterateJob, nbody::Step, nbody::own_kernels, [](const auto& step) { file_of_nbody::advance(step); }>(
          "nbody", "advance"),
  };
}

}  // namespace

const std::vector<StartFile>& start_files() {
  static const std::vector<StartFile> all = all_files();
  return all;
}

}  // namespace heteroscope::testing
