#include "kernels/triangle/workload.hpp"

#include <vector>

#include "core/model/settings/settings.hpp"
#include "core/model/typed.hpp"
#include "kernels/triangle/accesses.hpp"
#include "kernels/triangle/block_mappings.hpp"
#include "kernels/triangle/description.hpp"
#include "kernels/triangle/moving_points.hpp"
#include "kernels/triangle/own_kernels.hpp"

namespace heteroscope::triangle {

#define HETEROSCOPE_VARIANTS "kernels/triangle/variants.inc"
#include "kernels/variant_table.inc"

namespace {

Extent output(const Parameters& p, Size, Precision precision) {
  const int n = p.n;
  return {.size = {n, n}, .precision = precision, .domain = Domain::lower_triangle};
}

double fma_of(const Parameters& p) {
  constexpr double root = 8;  // approximate number of operations that an exact square root takes
  switch (p.cost) {
    case Cost::constant:
      return 0;
    case Cost::distance:
      return 4 + root;
    case Cost::collision:
      return 4;
    case Cost::heavy:
      return 4 + root + p.work;
  }
  return 0;
}

/// The work of a frame. Only writing the cells counts as traffic: the points that they are computed from are few.
Work work(const Parameters& p, Size size, Precision precision, const Summary&) {
  const auto cells = static_cast<double>(values_above(Domain::lower_triangle, size.width, size.height));
  return {.operations = cells,
          .unit = "cells",
          .fma_per_operation = fma_of(p),
          .bytes = cells * static_cast<double>(bytes_of(precision)),
          .only_writes = true};
}

double worst_operations(const Parameters& p) {
  return 1 + fma_of(p);
}

/// The figures of a result. Its sum includes the diagonal, where each point meets itself: a disk touches itself, at
/// distance 0.
std::vector<Figure> outcome_figures(const Outcomes& outcomes) {
  const auto& p = outcomes.parameters_as<Parameters>();
  const double n = p.n;
  const double pairs = n * (n - 1) / 2;
  std::vector<Figure> out{{"cells", n * (n + 1) / 2, ""}};
  if (p.cost == Cost::collision) {
    out.push_back({"pairs that touch", outcomes.summary.sum - n, ""});
  } else if (p.cost == Cost::distance && pairs > 0) {
    out.push_back({"mean distance", outcomes.summary.sum / pairs, ""});
    out.push_back({"largest distance", outcomes.summary.maximum, ""});
  }
  return out;
}

/// The radius of the disks as drawn; none where cells are constant and do not read the points.
std::optional<double> drawn_radius(const Parameters& p) {
  if (p.cost == Cost::constant) return std::nullopt;
  return p.cost == Cost::collision ? p.radius : 0;
}

bool make_table(const TableOrder& order) {
  const auto& p = order.parameters_as<Parameters>();
  fill_table(p, order.room(table_size(p), order.output.precision));
  return true;
}

/// Whether some variant in use covers the triangle recursively; only these read the recursion's limits.
bool is_recursive(const Settings& settings) {
  const auto choice = settings.execution.variants.find("cells");
  if (choice == settings.execution.variants.end()) return false;
  const Processor processor = settings.execution.processor;
  return (processor != Processor::cpu && choice->second.gpu == "cuda_dp") ||
         (processor != Processor::gpu && choice->second.cpu == "omp_recursive");
}

std::string unused(const Parameters& p, const Settings& settings, std::string_view id) {
  if (id == "work" && p.cost != Cost::heavy) return "only cost=heavy uses it";
  if (p.cost == Cost::constant && (id == "radius" || id == "time" || id == "seed"))
    return "cost=constant has no points";
  const bool of_recursion = id == "cutoff" || id == "max_depth" || id == "alpha" || id == "siblings";
  if (of_recursion && !is_recursive(settings)) return "only omp_recursive and cuda_dp are recursive";
  if (id == "max_depth" && p.alpha > 0) return "alpha sets the depth";
  return {};
}

Workload make_workload() {
  Workload w;
  w.id = "triangle";
  w.label = "Triangle";
  w.summary =
      "Only the cells on and below the diagonal of a matrix are computed; variants lay thread blocks "
      "over them in different ways.";
  w.lesson = "Half a square on a grid of blocks: which mapping wastes the fewest threads?";
  w.theory = {.formula = "m(i, j) for j ≤ i: N (N + 1) / 2 of N² cells",
              .text =
                  "With a square grid of thread blocks, nearly half of the blocks lie above the diagonal and are "
                  "wasted. Other mappings compute from the number of a block where in the triangle it is: they "
                  "save blocks, but need more arithmetic. Cells are written once and little is read, so a cheap "
                  "cell is compared with filling memory.",
              .source =
                  "C. Navarro and N. Hitschfeld, GPU Maps for the Space of Computation in Triangular "
                  "Domain Problems, HPCC 2014"};
  w.value_label = "value";
  w.parameters = parameters_of<Parameters>();
  w.stages = {{.id = "cells",
               .variants = variants(),
               .default_cpu = "simd",
               .default_gpu = "cuda_linear",
               .own = own_kernels()}};
  const auto of = [](Cost cost) { return static_cast<double>(cost); };
  w.scenes = {{"distance", "Distances, 1024 points", {{"n", 1024}, {"cost", of(Cost::distance)}}},
              {"collision", "512 moving disks", {{"n", 512}, {"cost", of(Cost::collision)}, {"radius", 0.012}}},
              {"heavy", "Heavy cells, 2048²", {{"n", 2048}, {"cost", of(Cost::heavy)}, {"work", 512}}},
              {"small", "Few blocks, 96²", {{"n", 96}, {"cutoff", 32}}},
              {"large", "32768² (2 GB in fp32)", {{"n", 32768}}, true}};
  w.table = {.make = make_table};
  w.points = {.radius = untyped<drawn_radius>};
  w.block_mappings = {block_mappings()};
  w.accesses = {accesses(), {}};
  w.clock = {.parameter = "time"};
  w.verify_cases = verify_cases();
  w.output = untyped<output>;
  w.bind = bound<Parameters>;
  w.work = untyped<work>;
  w.worst_operations = untyped<worst_operations>;
  w.figures = outcome_figures;
  w.unused = untyped<unused>;
  return w;
}

}  // namespace

const Workload workload = make_workload();

}  // namespace heteroscope::triangle
