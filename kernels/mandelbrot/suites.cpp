#include "core/model/suite.hpp"
#include "kernels/mandelbrot/parameters.hpp"

namespace heteroscope::mandelbrot {

namespace {

/// The scenes of `split-search`: the whole search at the largest size; at the other sizes of table 8 only the share
/// with which the search ended, beside other ways.
std::vector<SuiteScene> shares() {
  std::vector<SuiteScene> out;
  for (const std::string_view each : {"0.7", "0.8", "0.825", "0.85", "0.9", "bisection", "auto", "queue"})
    out.push_back({.id = each, .size = {10240, 10240}, .split = each});
  const auto add = [&](int side, std::initializer_list<std::pair<std::string_view, std::string_view>> all) {
    for (const auto& [id, split] : all) out.push_back({.id = id, .size = {side, side}, .split = split});
  };
  add(1024, {{"0.825-1024", "0.825"}, {"bisection-1024", "bisection"}, {"auto-1024", "auto"}, {"queue-1024", "queue"}});
  add(2048, {{"0.825-2048", "0.825"}, {"bisection-2048", "bisection"}, {"auto-2048", "auto"}, {"queue-2048", "queue"}});
  add(4096, {{"0.825-4096", "0.825"}, {"bisection-4096", "bisection"}, {"auto-4096", "auto"}, {"queue-4096", "queue"}});
  add(8192, {{"0.825-8192", "0.825"}, {"bisection-8192", "bisection"}, {"auto-8192", "auto"}, {"queue-8192", "queue"}});
  return out;
}

constexpr auto as_compiled = static_cast<double>(Arithmetic::as_compiled);

}  // namespace

/// The suite of seed 000's tables 2, 3, 4 and 6.
extern const Suite schedules_suite;
const Suite schedules_suite{
    .id = "cpu-schedules",
    .summary = "mandelbrot by OpenMP's schedules over threads and 256² to 8192², beside the report \"Práctica 04-06\".",
    .workload = "mandelbrot",
    .values = {},
    .variants = {"sequential", "omp_tasks", "omp_collapse", "omp_dynamic", "omp_static", "omp_guided", "simd"},
    .precisions = {Precision::fp64},
    .blocks = {},
    .threads = SuiteThreads::doubling,
    .scenes = squares({"256", "512", "1024", "2048", "4096", "8192"}),
    .axis = side_axis,
    .baseline = "sequential"};

/// The suite of weak scaling, for work that hardly needs memory: every pixel of the scene takes the same number of
/// iterations, so that each thread has equally many, however many rows there are.
extern const Suite weak_suite;
const Suite weak_suite{
    .id = "weak-mandelbrot",
    .summary = "weak scaling of arithmetic: equally many rows inside the set for each thread (Gustafson's law).",
    .workload = "mandelbrot",
    .values = {{"center_re", -0.1}, {"center_im", 0.0}, {"span", 0.001}},
    .variants = {"omp_static", "omp_dynamic", "simd"},
    .precisions = {Precision::fp64},
    .blocks = {},
    .threads = SuiteThreads::growing,
    .scenes = {{.id = "inside", .size = {512, 64}}}};

/// The suite of seed 000's graphs 1 to 6 and table 8.
extern const Suite memory_suite;
const Suite memory_suite{
    .id = "gpu-memory",
    .summary = "mandelbrot's plain kernels in device, pinned and managed memory, whole calls and kernels.",
    .workload = "mandelbrot",
    .values = {},
    .variants = {"cuda_1d", "cuda_2d"},
    .precisions = {Precision::fp64},
    .blocks = {},
    .block = {32, 32},
    .memories = {MemoryKind::device, MemoryKind::pinned, MemoryKind::managed},
    .scenes = squares({"1024", "2048", "4096", "8192", "10240"}),
    .whole_call = true,
    .axis = side_axis,
    .baseline = "cuda_1d"};

/// The suite of seed 000's table 7 and the heterogeneous column of its table 8.
extern const Suite shares_suite;
const Suite shares_suite{.id = "split-search",
                         .summary =
                             "mandelbrot shared by CPU and GPU, 1024² to 10240², by fixed shares and by every way to "
                             "find one.",
                         .workload = "mandelbrot",
                         .values = {},
                         .variants = {"cuda_1d", "cuda_tuned"},
                         .precisions = {Precision::fp64},
                         .blocks = {},
                         .scenes = shares()};

/// The suite of seed 000's tables 1 and 5, its functions 1 to 10 and its statements about first runs.
extern const Suite theory_suite;
const Suite theory_suite{
    .id = "cpu-theory",
    .summary = "mandelbrot's times beside those that this processor's peak predicts, 256² to 8192².",
    .workload = "mandelbrot",
    .values = {},
    .variants = {"sequential", "omp_dynamic"},
    .precisions = {Precision::fp64},
    .blocks = {},
    .scenes = squares({"256", "512", "1024", "2048", "4096", "8192"}),
    .theory = true,
    .axis = side_axis,
    .baseline = "sequential"};

/// The suite of seed 000's illustrations 6 to 8, as figures: which values differ from the reference's. Programs are
/// compiled with the compilers' defaults, as the seed's were; that is what its pictures show.
extern const Suite agreement_suite;
const Suite agreement_suite{
    .id = "agreement",
    .summary = "mandelbrot by every variant, and shared: how many values differ from the reference's, by arithmetic.",
    .workload = "mandelbrot",
    .values = {},
    .variants = {},
    .blocks = {},
    .scenes = {{.id = "alone"},
               {.id = "0.9", .split = "0.9"},
               {.id = "as-compiled", .values = {{"arithmetic", as_compiled}}},
               {.id = "as-compiled-0.9", .values = {{"arithmetic", as_compiled}}, .split = "0.9"}},
    .compared = true};

}  // namespace heteroscope::mandelbrot
