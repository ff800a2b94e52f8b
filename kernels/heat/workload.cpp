#include "kernels/heat/workload.hpp"
#include "core/base/plural.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/model/settings/settings.hpp"
#include "core/model/typed.hpp"
#include "kernels/heat/accesses.hpp"
#include "kernels/heat/description.hpp"
#include "kernels/heat/errors/convergence.hpp"
#include "kernels/heat/errors/exact.hpp"
#include "kernels/heat/own_kernels.hpp"
#include "kernels/heat/start.hpp"

namespace heteroscope::heat {

#define HETEROSCOPE_VARIANTS "kernels/heat/variants.inc"
#include "kernels/variant_table.inc"

namespace {

Extent output(const Parameters& p, Size, Precision precision) {
  const int n = p.n;
  return {.size = {n, n}, .precision = precision};
}

/// The minimal traffic of a step: each state that it is computed from is read once, and one state is written. Each pass
/// adds four neighbors and makes two multiply-adds a node (cell.hpp); combining several states adds one more a state.
Work work(const Parameters& p, Size size, Precision precision, const Summary&) {
  const auto cells = static_cast<double>(size.area());
  const int history = history_of(p.integrator);
  const Scheme scheme = scheme_of(p, history);
  return {.operations = cells,
          .unit = "cells",
          .bytes = (history + 1) * cells * static_cast<double>(bytes_of(precision)),
          .fma_beside_bytes = 5.0 * scheme.passes + (scheme.terms > 1 ? scheme.terms : 0)};
}

double worst_operations(const Parameters& p) {
  return passes_of(p.integrator);
}

Limit limit(const Parameters& p) {
  const Integrator integrator = p.integrator;
  static constexpr std::string_view why[] = {"the stability limit of euler", "the stability limit of rk2",
                                             "the stability limit of rk4", "the stability limit of ab2",
                                             "the stability limit of ab3"};
  return {
      .parameter = "fourier", .value = stability_limit(integrator), .why = why[static_cast<std::size_t>(integrator)]};
}

bool is_unstable(const Parameters& parameters) {
  return parameters.fourier > stability_limit(parameters.integrator);
}

std::string advice(const Parameters& p, Size, Precision) {
  if (!is_unstable(p)) return {};
  return fmt::format("unstable: the Fourier number {} is above {:.6g}, {}", p.fourier, limit(p).value, limit(p).why);
}

/// A warning if the result exceeds the start: with a stable scheme all values stay between the start's smallest and
/// largest.
std::string alarm(const Parameters& p, const Summary& result) {
  const double largest = std::max(std::abs(result.minimum), std::abs(result.maximum));
  const std::string_view cause = is_unstable(p) ? "the scheme is unstable at this Fourier number"
                                                : "the painted values are too large for the precision";
  if (result.nans > 0)
    return fmt::format("{} {} NaN: {}", plural(result.nans, "value"), noun(result.nans, "is", "are"), cause);
  if (!std::isfinite(largest)) return fmt::format("values are infinite: {}", cause);
  constexpr double suspicious = 100;
  if (is_unstable(p) && largest > suspicious) return fmt::format("values have grown to {:.3g}: {}", largest, cause);
  return {};
}

std::vector<Figure> outcome_figures(const Outcomes& outcomes) {
  const auto& p = outcomes.parameters_as<Parameters>();
  const double time = static_cast<double>(outcomes.steps) * step_time_of(p);
  std::vector<Figure> out{{"time", time, ""}, {"Fourier number", fourier_of(p), ""}};
  if (p.initial != Initial::sine || outcomes.painted) return out;
  const auto against = [&](double amplitude) {
    return error_of(outcomes.over_rows(errors_against(amplitude, p.n)), p.n);
  };
  const Error error = against(exact_decay(time));
  const Error of_time = against(grid_decay(p, time));
  out.push_back({"error, largest", error.largest, ""});
  out.push_back({"error, L2", error.l2, ""});
  out.push_back({"error of the time steps, L2", of_time.l2, ""});
  return out;
}

Iteration make_iteration() {
  Iteration it;
  it.planes = untyped<[](const Parameters& p) { return history_of(p.integrator); }>;
  // There are as many spare planes as a multistep method has states, so that a sweep can make several of its steps at
  // once.
  it.spares = untyped<[](const Parameters& p) {
    const int history = history_of(p.integrator);
    return std::max(std::min(passes_of(p.integrator), 2), history > 1 ? history : 1);
  }>;
  it.reach = untyped<[](const Parameters& p) { return passes_of(p.integrator); }>;
  it.from_image = untyped<[](const Parameters& p) { return p.initial == Initial::image; }>;
  it.begin = untyped<[](const Parameters& p, const FieldView& image, int, const FieldView& out, Rows rows,
                        int threads) { heat::begin(p, image, out, rows, threads); }>;
  it.paint = [](const std::any&, const Stroke& stroke, const FieldView& plane, Rows rows) {
    heat::paint(stroke, plane, rows);
  };
  it.limit = untyped<limit>;
  it.step_time = untyped<step_time_of>;
  return it;
}

std::string unused(const Parameters&, const Settings& settings, std::string_view id) {
  if (settings.problem.steps == 0 && (id == "fourier" || id == "integrator")) return "no step is taken";
  return {};
}

Workload make_workload() {
  Workload w;
  w.id = "heat";
  w.label = "Heat";
  w.summary = "How heat spreads over a square whose edge stays at 0, step by step.";
  w.lesson =
      "Steps that need neighbors: stability, several steps in one pass, and rows that processors "
      "exchange.";
  w.theory = {
      .formula =
          "∂u/∂t = Δu, u = 0 on the edge\n"
          "Euler: u' = u + Fo (west + east + north + south − 4u), Fo = Δt/h² ≤ 1/4",
      .text =
          "A step needs the four neighbors of each cell at the step before. It reads and writes every cell for a few "
          "operations: memory is the limit, unless several steps are computed while a tile stays in a cache or in "
          "shared memory. Beyond the stability limit of Fo, errors grow with each step without bound.",
      .source =
          "R. LeVeque, Finite Difference Methods for Ordinary and Partial Differential Equations, "
          "SIAM, 2007, chapter 9"};
  w.value_label = "temperature";
  w.shape = Shape::iterate;
  w.parameters = parameters_of<Parameters>();
  w.stages = {{.id = "advance",
               .variants = variants(),
               .default_cpu = "simd",
               .default_gpu = "cuda_blocked",
               .kind = make_iteration(),
               .own = own_kernels()}};
  const auto of = [](Initial initial) { return static_cast<double>(initial); };
  w.scenes = {{"sine", "Sine, 512²", {{"n", 512}, {"initial", of(Initial::sine)}}},
              {"spot", "A hot spot, 512²", {{"n", 512}, {"initial", of(Initial::spot)}}},
              {"noise", "Noise, 1024²", {{"n", 1024}, {"initial", of(Initial::noise)}}},
              {"image", "An image, 768²", {{"n", 768}, {"initial", of(Initial::image)}}},
              {"small", "2048² (fits into a large GPU's registers)", {{"n", 2048}}, true},
              {"large", "16384² (1 GB in fp32)", {{"n", 16384}}, true}};
  w.coloring.high = 1;
  w.verify_cases = verify_cases();
  w.image = {.default_source = "mandelbrot"};
  w.accesses = {accesses(), {"cuda_thrust"}, {"cuda_blocked", "cuda_cooperative", "cuda_pipeline", "cuda_resident"}};
  w.output = untyped<output>;
  w.bind = bound<Parameters>;
  w.work = untyped<work>;
  w.worst_operations = untyped<worst_operations>;
  w.warnings = {.advice = untyped<advice>, .alarm = untyped<alarm>};
  w.unused = untyped<unused>;
  w.figures = outcome_figures;
  w.automatic =
      untyped<[](const Parameters& p, std::string_view id) { return id == "fourier" ? fourier_of(p) : std::nan(""); }>;
  w.study = {.make = studies};
  return w;
}

}  // namespace

const Workload workload = make_workload();

}  // namespace heteroscope::heat
