#include "kernels/suites.hpp"

#include <array>

namespace heteroscope {

namespace mandelbrot {
extern const Suite schedules_suite, memory_suite, shares_suite, theory_suite, agreement_suite;
}
namespace binarize {
extern const Suite mean_suite, threshold_suite;
}
namespace transpose {
extern const Suite tiles_suite;
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
}

Suites suites() {
  static const std::array all{&mandelbrot::schedules_suite, &mandelbrot::theory_suite,    &mandelbrot::memory_suite,
                              &mandelbrot::shares_suite,    &mandelbrot::agreement_suite, &binarize::mean_suite,
                              &binarize::threshold_suite,   &transpose::tiles_suite,      &blur::masks_suite,
                              &histogram::runs_suite,       &heat::blocks_suite,          &laplace::methods_suite,
                              &triangle::mappings_suite};
  return all;
}

namespace {

/// Each suite in full, and what has none.
Collection make_everything() {
  Collection out{
      .id = "all", .summary = "every suite in full, and the workloads that have none; takes hours.", .parts = {}};
  for (const Suite* each : suites()) out.parts.push_back({.of = each->id});
  out.parts.push_back({.of = "nbody"});
  return out;
}

/// What a seed asks, in a small size that answers it: 70 rows without a GPU, most of some ms. Where many threads make
/// tasks of single pixels a run takes seconds: rows share what there is.
const Collection quick{.id = "quick",
                       .summary = "the heart of each suite; its rows share 50 s, slow ones have fewer runs.",
                       .parts = {{.of = "cpu-schedules", .scenes = {"256"}},
                                 {.of = "cpu-theory", .scenes = {"256", "512", "1024"}},
                                 {.of = "gpu-memory", .scenes = {"1024"}},
                                 {.of = "split-search", .scenes = {"0.9", "auto"}, .variants = {"cuda_tuned"}},
                                 {.of = "agreement", .size = "512x512"},
                                 {.of = "mean-methods", .scenes = {"1024"}},
                                 {.of = "binarize-mappings", .scenes = {"1024"}},
                                 {.of = "transpose-tiles"},
                                 {.of = "blur-masks"},
                                 {.of = "histogram-runs", .scenes = {"1000", "8000000"}},
                                 {.of = "heat-blocks", .set = {"n=1024"}},
                                 {.of = "laplace-methods", .precision = "fp64", .set = {"n=65"}},
                                 {.of = "triangle", .scenes = {"1024"}}},
                       .within = 0.02,
                       .all_ms = 50e3};

}  // namespace

Collections collections() {
  static const Collection everything = make_everything();  // by now all suites are there
  static const std::array all{&quick, &everything};
  return all;
}

}  // namespace heteroscope
