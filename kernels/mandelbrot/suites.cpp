#include "kernels/mandelbrot/published.hpp"

namespace heteroscope::mandelbrot {

namespace {

std::vector<SuiteScene> squares(const std::vector<std::string_view>& sides) {
  std::vector<SuiteScene> out;
  for (const std::string_view each : sides) {
    const int side = std::stoi(std::string(each));
    out.push_back({.id = each, .size = {side, side}});
  }
  return out;
}

/// The search at the largest size, and at the others of table 8 the share that it ended with, beside other ways.
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

RowPattern variant(std::string_view id, std::string_view memory = {}) {
  return {.variant = id, .scene = {}, .memory = memory};
}

constexpr std::string_view comparison = "seed 000, \"Comparación algoritmos\"";
constexpr std::string_view of_memories = "seed 000, \"Comparativas\"";
constexpr std::string_view correlations = "seed 000, \"Comprobación de datos\"";
constexpr std::string_view inconsistencies = "seed 000, \"Inconsistencias\"";
constexpr std::string_view of_threads = "seed 000, \"Comparativas 1D v. 2D\"";

}  // namespace

/// Seed 000's tables 2, 3, 4 and 6.
extern const Suite schedules_suite;
const Suite schedules_suite{
    .id = "cpu-schedules",
    .summary = "mandelbrot by OpenMP's schedules over threads and 256² to 8192², beside seed 000.",
    .workload = "mandelbrot",
    .values = {},
    .variants = {"sequential", "omp_tasks", "omp_collapse", "omp_dynamic", "omp_static", "omp_guided", "simd"},
    .precisions = {Precision::fp64},
    .blocks = {},
    .threads = SuiteThreads::doubling,
    .scenes = squares({"256", "512", "1024", "2048", "4096", "8192"}),
    .axis = side_axis,
    .baseline = "sequential",
    .published = &published_schedules,
    .claims = {
        {"dynamic is the fastest: faster than static", comparison, variant("omp_dynamic"), variant("omp_static")},
        {"dynamic is faster than collapse", comparison, variant("omp_dynamic"), variant("omp_collapse")},
        {"tasks are the slowest: slower than static", comparison, variant("omp_static"), variant("omp_tasks")},
        {"tasks hardly beat one thread", comparison, variant("omp_tasks"), variant("sequential"), 1.5, true},
        {"guided would gain nothing over dynamic", "seed 000, \"Mandel\"", variant("omp_dynamic"),
         variant("omp_guided"), 1.05, true}}};

/// Seed 000's graphs 1 to 6 and table 8.
extern const Suite memory_suite;
const Suite memory_suite{
    .id = "gpu-memory",
    .summary = "mandelbrot's plain kernels in device, pinned and managed memory, whole calls and kernels.",
    .workload = "mandelbrot",
    .values = {},
    .variants = {"cuda_1d", "cuda_2d"},
    .precisions = {Precision::fp64},
    .blocks = {},
    .memories = {MemoryKind::device, MemoryKind::pinned, MemoryKind::managed},
    .scenes = squares({"1024", "2048", "4096", "8192", "10240"}),
    .whole_call = true,
    .axis = side_axis,
    .baseline = "cuda_1d",
    .published = &published_memories,
    .claims = {{"memories differ little in 1-D: managed like device", of_memories, variant("cuda_1d", "managed"),
                variant("cuda_1d", "device"), 1.05, true},
               {"memories differ little in 1-D: pinned like device", of_memories, variant("cuda_1d", "pinned"),
                variant("cuda_1d", "device"), 1.05, true},
               {"in 2-D managed memory is the slowest: slower than device", of_threads, variant("cuda_2d", "device"),
                variant("cuda_2d", "managed")},
               {"2-D is faster than 1-D in device memory", of_threads, variant("cuda_2d", "device"),
                variant("cuda_1d", "device")},
               {"1-D is faster than 2-D in managed memory", of_threads, variant("cuda_1d", "managed"),
                variant("cuda_2d", "managed")},
               {"2-D is faster than 1-D in pinned memory", of_threads, variant("cuda_2d", "pinned"),
                variant("cuda_1d", "pinned")},
               {"1-D and 2-D differ within the error of measurement", of_threads, variant("cuda_2d", "device"),
                variant("cuda_1d", "device"), 1.05, true},
               {"managed memory is the fastest of all in 1-D: faster than device", of_memories,
                variant("cuda_1d", "managed"), variant("cuda_1d", "device")}}};

/// Seed 000's table 7 and the heterogeneous column of its table 8.
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
                         .scenes = shares(),
                         .published = &published_shares,
                         .claims = {{"0.825 is the best share: better than 0.9",
                                     "seed 000, table 7",
                                     {.variant = "simd_tuned + cuda_1d", .scene = "0.825", .memory = {}},
                                     {.variant = "simd_tuned + cuda_1d", .scene = "0.9", .memory = {}}}}};

/// Seed 000's tables 1 and 5, its functions 1 to 10 and what it says of first runs.
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
    .baseline = "sequential",
    .published = &published_theory,
    .claims = {{.text = "times are in proportion to the predicted ones, on one thread",
                .where = correlations,
                .fast = variant("sequential"),
                .factor = 0.99,
                .of = ClaimOf::proportion},
               {.text = "times are in proportion to the predicted ones, on several threads",
                .where = correlations,
                .fast = variant("omp_dynamic"),
                .factor = 0.99,
                .of = ClaimOf::proportion},
               {.text = "what runs first is slower: on several threads",
                .where = inconsistencies,
                .fast = variant("omp_dynamic"),
                .factor = 1.05,
                .of = ClaimOf::first_runs},
               {.text = "what runs first is slower: on one thread",
                .where = inconsistencies,
                .fast = variant("sequential"),
                .factor = 1.05,
                .of = ClaimOf::first_runs}}};

/// Seed 000's illustrations 6 to 8, as figures: which values differ from the reference's.
extern const Suite agreement_suite;
const Suite agreement_suite{
    .id = "agreement",
    .summary = "mandelbrot by every variant, and shared: how many values differ from the reference's.",
    .workload = "mandelbrot",
    .values = {},
    .variants = {},
    .blocks = {},
    .scenes = {{.id = "alone"}, {.id = "0.9", .split = "0.9"}},
    .compared = true,
    .published = &published_agreement,
    .claims = {{.text = "where CPU and GPU share a picture, the CPU's tenth differs",
                .where = "seed 000, illustration 7",
                .fast = {.variant = {}, .scene = "0.9", .memory = {}},
                .of = ClaimOf::differences},
               {.text = "stray values of the GPU's picture are not the CPU's",
                .where = "seed 000, illustration 8",
                .fast = variant("cuda_1d"),
                .of = ClaimOf::differences}}};

}  // namespace heteroscope::mandelbrot
