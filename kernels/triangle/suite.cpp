#include "core/model/suite.hpp"

#include <fmt/format.h>

#include "kernels/triangle/parameters.hpp"
#include "kernels/triangle/published.hpp"

namespace heteroscope::triangle {

namespace {

/// Multiply-adds of heavy cells that are worth waiting for in one run: about a minute on a core that makes each of them
/// wait for the one before.
constexpr double most_on_cpu = 5e10;

std::string too_long(const std::any& parameters, Precision, Processor processor) {
  const auto& p = std::any_cast<const Parameters&>(parameters);
  if (processor == Processor::gpu || p.cost != Cost::heavy) return {};
  const double work = 0.5 * p.n * (p.n + 1.0) * p.work;
  if (work <= most_on_cpu) return {};
  return fmt::format(
      "heavy cells of work {} at n = {} take {:.2g} multiply-adds, past the {:g} that are worth waiting for on the cpu",
      p.work, p.n, work, most_on_cpu);
}

std::vector<SuiteScene> sides() {
  std::vector<SuiteScene> out;
  for (const std::string_view n : {"128", "256", "512", "1024", "2048", "4096", "8192", "16384", "32768"})
    out.push_back({.id = n, .values = {{"n", std::stod(std::string(n))}}});
  return out;
}

}  // namespace

/// Seed 004's tables 6.1 to 6.10: every mapping over the matrix' side, in its three block sizes; and the CPU beside.
extern const Suite mappings_suite;
const Suite mappings_suite{
    .id = "triangle",
    .summary = "triangle by every mapping over n = 128 to 32768 and blocks, beside what seed 004 published.",
    .workload = "triangle",
    // seed 004 cuts its recursion off at 1024 elements
    .values = {{"cost", static_cast<double>(Cost::distance)}, {"cutoff", 1024}},
    .variants = {},
    .precisions = {Precision::fp32},
    .blocks = {{8, 8}, {16, 16}, {32, 32}},
    .scenes = sides(),
    .too_long = too_long,
    .axis = "n",
    .baseline = "cuda_bb",
    .published = &published};

}  // namespace heteroscope::triangle
