#include "planted_bugs.hpp"

#include <array>
#include <chrono>
#include <csignal>
#include <map>
#include <thread>

#include "kernels/blur/parameters.hpp"
#include "kernels/heat/parameters.hpp"
#include "kernels/histogram/parameters.hpp"
#include "kernels/laplace/parameters.hpp"
#include "kernels/mandelbrot/parameters.hpp"
#include "kernels/registry.hpp"
#include "kernels/triangle/parameters.hpp"

namespace heteroscope::planted {

namespace {

template <class J>
void run_right(std::string_view workload, std::string_view stage, std::string_view variant, const J& job) {
  for (const Stage& each : find_workload(catalog(), workload).stages) {
    if (each.id == stage) each.find(variant)->run(job);
  }
}

/// Adds to one value of a field.
void spoil(const FieldView& view, int x, int y) {
  with_precision(view.precision, [&]<class T>() { view.row<T>(y)[x] += T(1); });
}
void spoil_last(const MapJob& job) {
  if (job.rows.empty()) return;
  spoil(job.output, job.output.values(job.rows.end - 1) - 1, job.rows.end - 1);
}

// As cuda_fused had it: lines in shared memory that are shorter than a warp's copy, for radii 21 to 28 of narrow
// values, where a strip lies wholly inside of rows that are aligned.
void overflowing_lines(const MapJob& job) {
  const int radius = job.parameters_as<blur::Parameters>().radius;
  const Size size = job.output.size;
  const int apron = (radius + 3) / 4 * 4;
  const bool short_line = job.output.precision == Precision::fp32 && radius > 20 && radius <= 28;
  if (short_line && size.width % 4 == 0 && size.width >= 128 + apron && size.height >= 3 * radius) {
    std::raise(SIGSEGV);
  }
  run_right("blur", "blur", "separable_simd", job);
}

void tiles_cut_right_and_below(const MapJob& job) {
  run_right("transpose", "transpose", "simd", job);
  const Size in = job.input.size;
  if (in.width % 16 == 0 && in.height % 16 == 0 && in.width > 64) spoil_last(job);
}

void limit_that_is_a_power_of_two(const MapJob& job) {
  run_right("mandelbrot", "escape", "omp_static", job);
  const auto limit = static_cast<unsigned>(job.parameters_as<mandelbrot::Parameters>().max_iterations);
  if (limit >= 64 && (limit & (limit - 1)) == 0) spoil_last(job);
}

void few_bins_by_remainder(const ReduceJob& job) {
  run_right("histogram", "count", "simd", job);
  const auto& p = job.parameters_as<histogram::Parameters>();
  if (p.binning == histogram::Binning::modulo && p.bins < 8 && (p.bins & (p.bins - 1)) != 0) {
    ++static_cast<std::uint64_t*>(job.partials)[0];
  }
}

void last_value_of_long_rows_left_out(const MapJob& job) {
  const int width = job.output.size.width;
  if (width <= 1000 || job.rows.empty()) return run_right("binarize", "threshold", "omp", job);
  with_precision(job.output.precision, [&]<class T>() {
    T& last = job.output.row<T>(job.rows.end - 1)[width - 1];
    const T before = last;
    run_right("binarize", "threshold", "omp", job);
    last = before;
  });
}

void never_ends_after_many_steps(const IterateJob& job) {
  const bool rk2 = job.parameters_as<heat::Parameters>().integrator == heat::Integrator::rk2;
  if (rk2 && job.step + job.steps > 16) std::this_thread::sleep_for(std::chrono::hours(1));
  run_right("heat", "advance", "simd", job);
}

void aborts_on_odd_levels(const IterateJob& job) {
  const auto& p = job.parameters_as<laplace::Parameters>();
  if (p.method == laplace::Method::multigrid && p.n > 64 && p.n % 2 == 0) std::abort();
  run_right("laplace", "settle", "omp", job);
}

void writes_above_the_diagonal(const MapJob& job) {
  run_right("triangle", "cells", "omp_folded", job);
  const int n = job.output.size.width;
  if (n % 2 == 0 || n <= 40 || job.rows.begin > 3 || job.rows.end <= 3) return;
  with_precision(job.output.precision, [&]<class T>() { job.output.row<T>(3)[4] = 0; });
}

void row_between_three_threads(const MapJob& job) {
  run_right("mandelbrot", "escape", "omp_dynamic", job);
  if (job.threads == 3 && job.rows.count() > 30) spoil(job.output, 0, job.rows.begin + 10);
}

void wrong_where_it_can_be_cancelled(const MapJob& job) {
  run_right("mandelbrot", "escape", "omp_guided", job);
  if (job.cancel != nullptr && job.rows.count() > 4) spoil_last(job);
}

/// What no picture shows: a body's place along the line of sight.
void moved_in_depth(const IterateJob& job) {
  run_right("nbody", "advance", "omp", job);
  if (!job.rows.empty()) spoil(job.planes[0], 2, job.rows.begin);
}

const std::array<Bug, 11> all{{
    {"overflowing_lines",
     "blur",
     "blur",
     "separable_simd",
     {"radius=2", "fp32", "--size"},
     {"--route", "sigma"},
     overflowing_lines,
     2e8,
     8},
    {"tiles", "transpose", "transpose", "simd", {"--size 80x16"}, {"--route", "--threads"}, tiles_cut_right_and_below},
    {"limit",
     "mandelbrot",
     "escape",
     "omp_static",
     {"max_iterations=", "--size 1x1"},
     {"--route", "center", "smooth"},
     limit_that_is_a_power_of_two},
    {"bins",
     "histogram",
     "count",
     "simd",
     {"bins=", "binning=modulo", "--size 1x1"},
     {"--route", "low="},
     few_bins_by_remainder},
    {"last_value",
     "binarize",
     "threshold",
     "omp",
     {"--size 1001x1"},
     {"--route", "--threads"},
     last_value_of_long_rows_left_out},
    {"hang",
     "heat",
     "advance",
     "simd",
     {"integrator=rk2", "--steps 17"},
     {"--route", "--stroke"},
     never_ends_after_many_steps,
     3e5,
     24,
     0.25},
    {"abort", "laplace", "settle", "omp", {"method=multigrid", "n=66"}, {"--route", "tolerance"}, aborts_on_odd_levels},
    {"outside", "triangle", "cells", "omp_folded", {"n=41"}, {"--route", "cost", "seed"}, writes_above_the_diagonal},
    {"threads",
     "mandelbrot",
     "escape",
     "omp_dynamic",
     {"--threads 3", "--size 1x31"},
     {"--route", "--set"},
     row_between_three_threads},
    {"cancellable",
     "mandelbrot",
     "escape",
     "omp_guided",
     {"--route", "--size 1x5"},
     {"--set"},
     wrong_where_it_can_be_cancelled},
    {"depth", "nbody", "advance", "omp", {"--set bodies=2 --steps 1", "--size 1x1"}, {"--route"}, moved_in_depth},
}};

}  // namespace

std::span<const Bug> bugs() {
  return all;
}

Catalog catalog_with(const Bug& bug) {
  static std::map<std::string_view, std::vector<const Workload*>> made;
  std::vector<const Workload*>& out = made[bug.name];
  if (!out.empty()) return out;
  for (const Workload* each : catalog()) {
    if (each->id != bug.workload) {
      out.push_back(each);
      continue;
    }
    auto* changed = new Workload(*each);  // for the life of the program, as the real ones
    for (Stage& stage : changed->stages) {
      if (stage.id != bug.stage) continue;
      for (NamedVariant& named : stage.variants) {
        if (named.id != bug.variant) continue;
        auto* variant = new Variant(*named.variant);
        variant->run = bug.run;
        named.variant = variant;
      }
    }
    out.push_back(changed);
  }
  return out;
}

}  // namespace heteroscope::planted
