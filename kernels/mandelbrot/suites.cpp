#include "kernels/mandelbrot/parameters.hpp"
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

RowPattern variant(std::string_view id, std::string_view memory = {}) {
  return {.variant = id, .scene = {}, .memory = memory};
}

/// The rows with several threads, about which the seed's statements on parallel algorithms are.
RowPattern parallel(std::string_view id) {
  return {.variant = id, .scene = {}, .memory = {}, .several_threads = true};
}

/// A statement about seed 000's table 6, which has means of speed-ups over all sizes.
Claim on_average(std::string_view text, const RowPattern& fast, const RowPattern& slow, double factor = 1,
                 Bound bound = Bound::at_least) {
  return {.text = text,
          .where = "seed 000, table 6",
          .fast = fast,
          .slow = slow,
          .factor = factor,
          .bound = bound,
          .of = ClaimOf::averages};
}

/// A statement about whole calls at the largest size, of which the seed's times are.
Claim of_calls(std::string_view text, std::string_view where, const RowPattern& fast, const RowPattern& slow,
               double factor = 1, Bound bound = Bound::at_least) {
  return {
      .text = text, .where = where, .fast = fast, .slow = slow, .factor = factor, .bound = bound, .figure = "whole_ms"};
}

/// A statement that the GPU's share with which seed 000's search ends is better than another one that it tried.
Claim best_share(std::string_view text, std::string_view other) {
  const auto of = [](std::string_view share) {
    return RowPattern{.variant = "simd_tuned + cuda_1d", .scene = share, .memory = {}};
  };
  return {.text = text, .where = "seed 000, table 7", .fast = of("0.825"), .slow = of(other)};
}

/// How far a quotient of measured and predicted time may be from the mean of all for the times to count as
/// proportional. The seed counts its Xeons as proportional, of which one is 1.35 times the mean, and not its Ryzen, of
/// which one is 1.53 times.
constexpr double in_proportion = 1.45;

constexpr auto as_compiled = static_cast<double>(Arithmetic::as_compiled);

constexpr std::string_view of_memories = "seed 000, \"Comparativas\"";
constexpr std::string_view correlations = "seed 000, \"Comprobación de datos\"";
constexpr std::string_view inconsistencies = "seed 000, \"Inconsistencias\"";
constexpr std::string_view of_threads = "seed 000, \"Comparativas 1D v. 2D\"";

}  // namespace

/// The suite of seed 000's tables 2, 3, 4 and 6.
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
        on_average("dynamic has the best speed-up: better than static", parallel("omp_dynamic"),
                   parallel("omp_static")),
        on_average("dynamic has a better speed-up than collapse", parallel("omp_dynamic"), parallel("omp_collapse")),
        on_average("tasks are the slowest: slower than static", parallel("omp_static"), parallel("omp_tasks")),
        on_average("tasks hardly beat one thread: at most 1.5 times as fast", parallel("omp_tasks"),
                   variant("sequential"), 1.5, Bound::at_most),
        {"guided gains nothing over dynamic: at most 5 %", "seed 000, \"Mandel\"", parallel("omp_guided"),
         parallel("omp_dynamic"), 1.05, Bound::at_most}}};

/// The suite of weak scaling, for work that hardly needs memory: every pixel of the scene takes the same number of
/// iterations, so that each thread has equally many, however many rows there are.
extern const Suite weak_suite;
const Suite weak_suite{
    .id = "weak-mandelbrot",
    .summary = "weak scaling of arithmetic: as many rows inside the set for each thread, by Gustafson's law.",
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
    .baseline = "cuda_1d",
    .published = &published_memories,
    .claims = {of_calls("memories differ little in 1-D: managed like device", of_memories,
                        variant("cuda_1d", "managed"), variant("cuda_1d", "device"), 1.05, Bound::alike),
               of_calls("memories differ little in 1-D: pinned like device", of_memories, variant("cuda_1d", "pinned"),
                        variant("cuda_1d", "device"), 1.05, Bound::alike),
               of_calls("managed memory is the fastest in 1-D: faster than device", of_memories,
                        variant("cuda_1d", "managed"), variant("cuda_1d", "device")),
               of_calls("managed memory is faster than pinned in 1-D", of_memories, variant("cuda_1d", "managed"),
                        variant("cuda_1d", "pinned")),
               of_calls("in 2-D managed memory is the slowest: slower than device", of_threads,
                        variant("cuda_2d", "device"), variant("cuda_2d", "managed")),
               of_calls("in 2-D managed memory is slower than pinned", of_threads, variant("cuda_2d", "pinned"),
                        variant("cuda_2d", "managed")),
               of_calls("in 2-D device memory is the fastest: faster than pinned", of_threads,
                        variant("cuda_2d", "device"), variant("cuda_2d", "pinned")),
               of_calls("2-D is faster than 1-D in device memory", of_threads, variant("cuda_2d", "device"),
                        variant("cuda_1d", "device")),
               of_calls("2-D is faster than 1-D in pinned memory", of_threads, variant("cuda_2d", "pinned"),
                        variant("cuda_1d", "pinned")),
               of_calls("1-D is faster than 2-D in managed memory", of_threads, variant("cuda_1d", "managed"),
                        variant("cuda_2d", "managed")),
               of_calls("1-D and 2-D differ within the error of measurement, by 5 % at most: device memory", of_threads,
                        variant("cuda_2d", "device"), variant("cuda_1d", "device"), 1.05, Bound::alike),
               of_calls("1-D and 2-D differ within the error of measurement: pinned memory", of_threads,
                        variant("cuda_2d", "pinned"), variant("cuda_1d", "pinned"), 1.05, Bound::alike),
               of_calls("1-D and 2-D differ within the error of measurement: managed memory", of_threads,
                        variant("cuda_2d", "managed"), variant("cuda_1d", "managed"), 1.05, Bound::alike)}};

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
                         .scenes = shares(),
                         .published = &published_shares,
                         .claims = {best_share("0.825 is the best share: better than 0.7", "0.7"),
                                    best_share("0.825 is the best share: better than 0.8", "0.8"),
                                    best_share("0.825 is the best share: better than 0.85", "0.85"),
                                    best_share("0.825 is the best share: better than 0.9", "0.9")}};

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
    .baseline = "sequential",
    .published = &published_theory,
    .claims = {{.text = "times are in proportion to the predicted ones, on one thread",
                .where = correlations,
                .fast = variant("sequential"),
                .factor = in_proportion,
                .of = ClaimOf::proportion},
               {.text = "times are in proportion to the predicted ones, on several threads",
                .where = correlations,
                .fast = variant("omp_dynamic"),
                .factor = in_proportion,
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
    .compared = true,
    .published = &published_agreement,
    .claims = {{.text = "where CPU and GPU share a picture, the CPU's tenth differs",
                .where = "seed 000, illustration 7",
                .fast = {.variant = {}, .scene = "as-compiled-0.9", .memory = {}},
                .of = ClaimOf::differences},
               {.text = "stray values of the GPU's picture are not the CPU's",
                .where = "seed 000, illustration 8",
                .fast = {.variant = "cuda_1d", .scene = "as-compiled", .memory = {}},
                .of = ClaimOf::differences}}};

}  // namespace heteroscope::mandelbrot
