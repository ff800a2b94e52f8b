#include "kernels/suites.hpp"

#include <array>

namespace heteroscope {

namespace mandelbrot {
extern const Suite schedules_suite, memory_suite, shares_suite, theory_suite, agreement_suite, weak_suite;
}
namespace binarize {
extern const Suite mean_suite, threshold_suite, weak_suite;
}
namespace transpose {
extern const Suite tiles_suite, sizes_suite;
}
namespace blur {
extern const Suite masks_suite;
}
namespace histogram {
extern const Suite runs_suite;
}
namespace heat {
extern const Suite blocks_suite;
}
namespace laplace {
extern const Suite methods_suite;
}
namespace triangle {
extern const Suite mappings_suite;
extern const Suite nesting_suite;
}  // namespace triangle

Suites suites() {
  static const std::array all{&mandelbrot::schedules_suite, &mandelbrot::theory_suite,    &mandelbrot::memory_suite,
                              &mandelbrot::shares_suite,    &mandelbrot::agreement_suite, &mandelbrot::weak_suite,
                              &binarize::mean_suite,        &binarize::threshold_suite,   &binarize::weak_suite,
                              &transpose::tiles_suite,      &transpose::sizes_suite,      &blur::masks_suite,
                              &histogram::runs_suite,       &heat::blocks_suite,          &laplace::methods_suite,
                              &triangle::mappings_suite,    &triangle::nesting_suite};
  return all;
}

namespace {

/// The collection `everything`: each suite in full, and the workloads that have none.
Collection make_everything() {
  Collection out{
      .id = "all", .summary = "every suite completely, and the workloads without a suite; takes hours.", .parts = {}};
  for (const Suite* each : suites()) out.parts.push_back({.of = each->id});
  out.parts.push_back({.of = "nbody"});
  return out;
}

/// The collection `quick`: the question of each suite in a size that is small but answers it. It has 70 rows without a
/// GPU, most of which take milliseconds. Where many threads make tasks of single pixels a run takes seconds; rows share
/// the time that there is.
const Collection quick{
    .id = "quick",
    .summary = "the most important rows of each suite; all rows share 50 s, so slow ones have fewer runs.",
    .parts = {{.of = "cpu-schedules", .scenes = {"256"}},
              {.of = "cpu-theory", .scenes = {"256", "512", "1024"}},
              {.of = "gpu-memory", .scenes = {"1024"}},
              {.of = "split-search", .scenes = {"0.9", "auto"}, .variants = {"cuda_tuned"}},
              {.of = "agreement", .size = "512x512"},
              {.of = "weak-mandelbrot", .variants = {"omp_static"}},
              {.of = "mean-methods", .scenes = {"1024"}},
              {.of = "binarize-mappings", .scenes = {"1024"}},
              {.of = "weak-binarize", .variants = {"omp"}},
              {.of = "transpose-tiles"},
              {.of = "transpose-sizes", .scenes = {"512", "2048"}},
              {.of = "blur-masks"},
              {.of = "histogram-runs", .scenes = {"1000", "8000000"}},
              {.of = "heat-blocks", .set = {"n=1024"}},
              {.of = "laplace-methods", .precision = "fp64", .set = {"n=65"}},
              {.of = "triangle", .scenes = {"1024"}}},
    .within = 0.02,
    .all_ms = 50e3};

}  // namespace

Collections collections() {
  static const Collection everything = make_everything();  // all suites have been initialized by now
  static const std::array all{&quick, &everything};
  return all;
}

}  // namespace heteroscope
