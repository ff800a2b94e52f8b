#include "core/model/suite.hpp"

#include <fmt/format.h>

#include "kernels/triangle/parameters.hpp"

namespace heteroscope::triangle {

namespace {

/// The number of multiply-adds of heavy cells that is worth waiting for in one run: about a minute on a core that makes
/// each wait for the one before.
constexpr double most_on_cpu = 5e10;

std::string too_long(const std::any& parameters, Precision, Processor processor) {
  const auto& p = std::any_cast<const Parameters&>(parameters);
  if (processor == Processor::gpu || p.cost != Cost::heavy) return {};
  const double work = 0.5 * p.n * (p.n + 1.0) * p.work;
  if (work <= most_on_cpu) return {};
  return fmt::format(
      "heavy cells with work {} at n = {} take {:.2g} multiply-adds; that is too long (limit: {:g} on "
      "the cpu)",
      p.work, p.n, work, most_on_cpu);
}

constexpr BlockShape small{8, 8}, middle{16, 16}, large{32, 32};

std::vector<SuiteScene> sides() {
  std::vector<SuiteScene> out;
  for (const std::string_view n : {"128", "256", "512", "1024", "2048", "4096", "8192", "16384", "32768"})
    out.push_back({.id = n, .values = {{"n", std::stod(std::string(n))}}});
  return out;
}

/// The scenes of seed 004's profiles of dynamic parallelism: n = 4096 in blocks of 32x32, halved never, once and as
/// often as possible; with distances as cells, and with ones, the trivial problem that it tries in the end.
std::vector<SuiteScene> nestings() {
  constexpr auto ones = static_cast<double>(Cost::constant);
  constexpr auto in_order = static_cast<double>(Siblings::in_order);
  return {{.id = "box", .values = {{"max_depth", 0}}},
          {.id = "once", .values = {{"max_depth", 1}}},
          {.id = "once-in-order", .values = {{"max_depth", 1}, {"siblings", in_order}}},
          {.id = "seven-times", .values = {{"max_depth", 7}}},
          {.id = "seven-times-in-order", .values = {{"max_depth", 7}, {"siblings", in_order}}},
          {.id = "alpha-0.5", .values = {{"alpha", 0.5}}},
          {.id = "ones-box", .values = {{"max_depth", 0}, {"cost", ones}}},
          {.id = "ones-once", .values = {{"max_depth", 1}, {"cost", ones}}},
          {.id = "ones-seven-times", .values = {{"max_depth", 7}, {"cost", ones}}}};
}

}  // namespace

/// The suite of seed 004's figures 6.7 to 6.10, and of the comparison with the CPU that it leaves to later work.
extern const Suite nesting_suite;
const Suite nesting_suite{
    .id = "triangle-nested",
    .summary = "triangle with kernels that launch kernels, and tasks that start tasks, n = 4096, by depth.",
    .workload = "triangle",
    .values = {{"n", 4096}, {"cost", static_cast<double>(Cost::distance)}, {"cutoff", 1}},
    .variants = {"omp_dynamic", "omp_recursive", "cuda_bb", "cuda_dp"},
    .precisions = {Precision::fp32},
    .blocks = {large},
    .scenes = nestings(),
    .baseline = "cuda_dp"};

/// The suite of seed 004's tables 6.1 to 6.10: every mapping by the matrix's side, in its three block sizes; and the
/// CPU beside them.
extern const Suite mappings_suite;
const Suite mappings_suite{
    .id = "triangle",
    .summary =
        "triangle with every mapping, for n = 128 to 32768 and several blocks, compared with the thesis of Escobar and "
        "Lastra (2017).",
    .workload = "triangle",
    // Seed 004 ends its recursion at 1024 elements.
    .values = {{"cost", static_cast<double>(Cost::distance)}, {"cutoff", 1024}},
    .variants = {},
    .precisions = {Precision::fp32},
    .blocks = {small, middle, large},
    .scenes = sides(),
    .too_long = too_long,
    .axis = "n",
    .baseline = "cuda_bb"};

}  // namespace heteroscope::triangle
