#include "kernels/laplace/workload.hpp"
#include "core/base/plural.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/model/settings/settings.hpp"
#include "core/model/typed.hpp"
#include "kernels/laplace/convergence.hpp"
#include "kernels/laplace/description.hpp"
#include "kernels/laplace/exact.hpp"
#include "kernels/laplace/methods/methods.hpp"
#include "kernels/laplace/own_kernels.hpp"
#include "kernels/laplace/start.hpp"

namespace heteroscope::laplace {

#define HETEROSCOPE_VARIANTS "kernels/laplace/variants.inc"
#include "kernels/variant_table.inc"

namespace {

const MethodFacts& facts(const Parameters& p) {
  return facts_of(p.method);
}

void check(const Parameters& p) {
  if (p.omega >= 2) {
    throw BadInput(Wrong::value, "omega",
                   fmt::format("omega: {} is not 0 (the optimum) and not between 0 and 2", p.omega));
  }
  if (p.n > facts(p).most_nodes) {
    throw BadInput(Wrong::value, "n",
                   fmt::format("n: {} is more than the {} nodes per side that {} supports", p.n, facts(p).most_nodes,
                               method_ids[static_cast<std::size_t>(p.method)]));
  }
}

Extent output(const Parameters& p, Size, Precision precision) {
  const int n = p.n;
  return {.size = {n, n}, .precision = precision};
}

/// The multiply-adds of one step at one node: the neighbors' sum and the update; for cg also those of the vectors and
/// of both dot products. For cycles and transforms they are not counted.
double fma_of(Method method) {
  switch (method) {
    case Method::jacobi:
    case Method::red_black:
      return 4;
    case Method::sor:
      return 5;
    case Method::cg:
      return 9;
    default:
      return 0;
  }
}

Work work(const Parameters& p, Size size, Precision precision, const Summary&) {
  const auto cells = static_cast<double>(size.area());
  return {.operations = cells,
          .unit = "cells",
          .bytes = facts(p).traffic * cells * static_cast<double>(bytes_of(precision)),
          .fma_beside_bytes = fma_of(p.method)};
}

/// The residual that rounding alone can leave, in units of the boundary's 1. The rounded values of a solution
/// contribute up to 8 roundings of one value, and computing 4u − Σ as many more; the factor of 8 on top is for what a
/// method adds of its own, as cg does, and for boundaries that were painted higher. The direct method, in fp64, adds up
/// n modes: about n/10 roundings.
double rounding_floor(int n, Precision precision) {
  const int roundings = 128 + n / 8;
  const double in_fp64 = roundings * 0x1p-53;
  return precision == Precision::fp32 ? std::max(128 * 0x1p-24, in_fp64) : in_fp64;
}

/// The largest residual with which the iteration has settled.
double goal(const Parameters& p, Precision precision) {
  return std::max(p.tolerance, rounding_floor(p.n, precision));
}

std::string advice(const Parameters& p, Size, Precision precision) {
  const double floor = rounding_floor(p.n, precision);
  if (p.tolerance >= floor) return {};
  return fmt::format(
      "{} cannot represent residuals below {:.1e}: the iteration settles there, not at the tolerance "
      "{:g}",
      id_of(precision), floor, p.tolerance);
}

std::string alarm(const Parameters&, const Summary& result) {
  constexpr std::string_view cause = "the painted values are too large for the precision, or the source contains NaN";
  if (result.nans > 0)
    return fmt::format("{} {} NaN: {}", plural(result.nans, "value"), noun(result.nans, "is", "are"), cause);
  if (!std::isfinite(result.minimum) || !std::isfinite(result.maximum))
    return fmt::format("values are infinite: {}", cause);
  return {};
}

std::vector<Figure> outcome_figures(const Outcomes& outcomes) {
  const auto& p = outcomes.parameters_as<Parameters>();
  std::vector<Figure> out{{"iterations", static_cast<double>(outcomes.steps), ""},
                          {"relative residual", outcomes.over_rows(residual_in).largest, ""}};
  if (p.method == Method::sor) out.push_back({"ω", omega_of(p), ""});
  if (p.boundary != Boundary::sine || outcomes.painted) return out;
  const Error error = error_of(outcomes.over_rows(errors_against_solution(p.n)), p.n);
  const Error of_solver = error_of(outcomes.over_rows(errors_against_grid_solution(p.n)), p.n);
  out.push_back({"error, largest", error.largest, ""});
  out.push_back({"error, L2", error.l2, ""});
  out.push_back({"of which not yet settled, largest", of_solver.largest, ""});
  return out;
}

Iteration make_iteration() {
  Iteration it;
  it.planes = untyped<[](const Parameters& p) { return facts(p).planes; }>;
  it.spares = untyped<[](const Parameters& p) { return facts(p).spares; }>;
  it.reach = untyped<[](const Parameters& p) { return facts(p).reach; }>;
  it.from_image = untyped<[](const Parameters& p) { return p.boundary == Boundary::image_row; }>;
  it.begin = untyped<begin>;
  it.in_place = untyped<[](const Parameters& p) { return facts(p).in_place; }>;
  it.paint = [](const std::any&, const Stroke& stroke, const FieldView& plane, Rows rows) {
    laplace::paint(stroke, plane, rows);
  };
  it.settling = {.check_every = untyped<check_every>, .goal = untyped<goal>};
  it.most_steps = untyped<[](const Parameters& p) { return std::int64_t{p.max_iterations}; }>;
  it.exchange_grain = untyped<[](const Parameters& p) { return facts(p).exchange_grain; }>;
  it.unsplittable = untyped<[](const Parameters& p) { return std::string(facts(p).unsplittable); }>;
  it.of_one_process = untyped<[](const Parameters& p) {
    return std::string(
        p.method == Method::multigrid
            ? "on coarse grids all processors of method=multigrid need the same rows, so ranks cannot share them"
            : "");
  }>;
  it.default_steps = 10'000'000;
  return it;
}

/// The reason why a parameter has no effect with these settings; empty if it has one.
std::string unused(const Parameters& p, const Settings& settings, std::string_view id) {
  if (id == "omega" && p.method != Method::sor) return "only method=sor overrelaxes";
  if (id == "cycle" && p.method != Method::multigrid) return "only method=multigrid has cycles";
  if ((id == "tolerance" || id == "max_iterations") && p.method == Method::direct)
    return "method=direct solves in one step";
  const bool counts_at_start = id == "n" || id == "boundary";
  return settings.problem.steps == 0 && !counts_at_start ? "no step is taken" : "";
}

Workload make_workload() {
  Workload w;
  w.id = "laplace";
  w.label = "Laplace";
  w.summary =
      "The potential in a square: given on one side, 0 on the others, computed step by step until it "
      "settles.";
  w.lesson = "Several ways to the same answer: what an iteration is worth, from Jacobi to multigrid.";
  w.theory = {.formula =
                  "Δu = 0, u given on the edge\n"
                  "each node: 4u = west + east + north + south",
              .text =
                  "Methods differ in how many iterations they need, and in what an iteration costs. On n × n nodes "
                  "Jacobi needs about n² iterations, successive over-relaxation and conjugate gradients about n, "
                  "and multigrid a number that does not grow. An iteration goes over memory for a few operations, "
                  "so the method with the fewest iterations wins.",
              .source =
                  "R. LeVeque, Finite Difference Methods for Ordinary and Partial Differential Equations, "
                  "SIAM, 2007, chapter 4"};
  w.value_label = "potential";
  w.shape = Shape::iterate;
  w.parameters = parameters_of<Parameters>();
  w.stages = {{.id = "settle",
               .variants = variants(),
               .default_cpu = "omp",
               .default_gpu = "cuda",
               .kind = make_iteration(),
               .own = own_kernels()}};
  w.scenes = {{"sor", "Over-relaxation, 257²", {{"n", 257}, {"method", of(Method::sor)}}},
              {"jacobi", "Jacobi, 129²", {{"n", 129}, {"method", of(Method::jacobi)}}},
              {"cg", "Conjugate gradients, 513²", {{"n", 513}, {"method", of(Method::cg)}}},
              {"step",
               "A step, with multigrid, 513²",
               {{"n", 513}, {"method", of(Method::multigrid)}, {"boundary", static_cast<double>(Boundary::step)}}},
              {"image",
               "A row of an image, directly, 513²",
               {{"n", 513}, {"method", of(Method::direct)}, {"boundary", static_cast<double>(Boundary::image_row)}}},
              {"large_cg", "Conjugate gradients, 4096²", {{"n", 4096}, {"method", of(Method::cg)}}, true},
              {"large_multigrid",
               "Multigrid, 4096²",
               {{"n", 4096}, {"method", of(Method::multigrid)}, {"cycle", static_cast<double>(Cycle::full)}},
               true},
              {"large_direct", "Directly, 4096²", {{"n", 4096}, {"method", of(Method::direct)}}, true}};
  w.coloring.high = 1;
  w.verify_cases = verify_cases();
  w.image = {.default_source = "mandelbrot"};
  w.output = untyped<output>;
  w.bind = bound<Parameters, check>;
  w.work = untyped<work>;
  // the operations of cg and multigrid, in units of a relaxation's
  w.worst_operations = [](const std::any&) { return 40.0; };
  w.warnings = {.advice = untyped<advice>, .alarm = untyped<alarm>};
  w.unused = untyped<unused>;
  w.figures = outcome_figures;
  w.study = {.make = studies};
  w.automatic =
      untyped<[](const Parameters& p, std::string_view id) { return id == "omega" ? omega_of(p) : std::nan(""); }>;
  return w;
}

}  // namespace

const Workload workload = make_workload();

}  // namespace heteroscope::laplace
