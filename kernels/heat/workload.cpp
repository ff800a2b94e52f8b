#include "kernels/heat/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/device/cpu_facts.hpp"
#include "kernels/heat/convergence.hpp"
#include "kernels/heat/exact.hpp"
#include "kernels/heat/start.hpp"

namespace heteroscope::heat {

#define HETEROSCOPE_VARIANT(name) extern const Variant name;
#include "kernels/heat/variants.inc"
#undef HETEROSCOPE_VARIANT

namespace {

const Parameters& typed(const std::any& parameters) {
  return std::any_cast<const Parameters&>(parameters);
}

std::any bind(const Values& values) {
  return bind_parameters<Parameters>(values);
}

Extent output(const std::any& parameters, Size, Precision precision) {
  const int n = typed(parameters).n;
  return {.size = {n, n}, .precision = precision};
}

/// A step reads the states it is made from once and writes one; nothing less can be had pass by pass or all at once.
Work work(const std::any& parameters, Size size, Precision precision, const Summary&) {
  const auto cells = static_cast<double>(size.area());
  const int history = history_of(typed(parameters).integrator);
  return {
      .operations = cells, .unit = "cells", .bytes = (history + 1) * cells * static_cast<double>(bytes_of(precision))};
}

double worst_operations(const std::any& parameters) {
  return passes_of(typed(parameters).integrator);
}

Limit limit(const std::any& parameters) {
  const Integrator integrator = typed(parameters).integrator;
  static constexpr std::string_view why[] = {"the stability limit of euler", "the stability limit of rk2",
                                             "the stability limit of rk4", "the stability limit of ab2",
                                             "the stability limit of ab3"};
  return {
      .parameter = "fourier", .value = stability_limit(integrator), .why = why[static_cast<std::size_t>(integrator)]};
}

bool is_unstable(const Parameters& parameters) {
  return parameters.fourier > stability_limit(parameters.integrator);
}

std::string advice(const std::any& parameters, Size, Precision) {
  const Parameters& p = typed(parameters);
  if (!is_unstable(p)) return {};
  return fmt::format("unstable: the Fourier number {} is past {:.6g}, {}", p.fourier, limit(parameters).value,
                     limit(parameters).why);
}

/// Values of a stable scheme stay between the largest and the smallest that they started from.
std::string alarm(const std::any& parameters, const Summary& result) {
  const double largest = std::max(std::abs(result.minimum), std::abs(result.maximum));
  const std::string_view cause = is_unstable(typed(parameters)) ? "the scheme is unstable at this Fourier number"
                                                                : "what was painted is too large for the precision";
  if (result.nans > 0) return fmt::format("{} values are not numbers any more: {}", result.nans, cause);
  if (!std::isfinite(largest)) return fmt::format("values are infinite: {}", cause);
  constexpr double suspicious = 100;
  if (is_unstable(typed(parameters)) && largest > suspicious)
    return fmt::format("values have grown to {:.3g}: {}", largest, cause);
  return {};
}

std::vector<Figure> figures(const Outcomes& outcomes) {
  const Parameters& p = typed(*outcomes.parameters);
  const double time = static_cast<double>(outcomes.steps) * step_time_of(p);
  std::vector<Figure> out{{"time", time, ""}, {"Fourier number", fourier_of(p), ""}};
  if (p.initial != Initial::sine || outcomes.painted) return out;
  const FieldView result = outcomes.result();
  const Error error = error_against(exact_decay(time), result, cpu_facts().threads);
  const Error of_time = error_against(grid_decay(p, time), result, cpu_facts().threads);
  out.push_back({"error, largest", error.largest, ""});
  out.push_back({"error, L2", error.l2, ""});
  out.push_back({"error by time steps, L2", of_time.l2, ""});
  return out;
}

Iteration make_iteration() {
  Iteration it;
  it.planes = [](const std::any& p) { return history_of(typed(p).integrator); };
  // as many as a multistep method's history, so that several of its steps can be made at once
  it.spares = [](const std::any& p) {
    const int history = history_of(typed(p).integrator);
    return std::max(std::min(passes_of(typed(p).integrator), 2), history > 1 ? history : 1);
  };
  it.reach = [](const std::any& p) { return passes_of(typed(p).integrator); };
  it.from_image = [](const std::any& p) { return typed(p).initial == Initial::image; };
  it.begin = [](const std::any& p, const FieldView& image, int, const FieldView& out, int threads) {
    heat::begin(typed(p), image, out, threads);
  };
  it.paint = [](const std::any&, const Stroke& stroke, const FieldView& plane, Rows rows) {
    heat::paint(stroke, plane, rows);
  };
  it.limit = limit;
  it.step_time = [](const std::any& p) { return step_time_of(typed(p)); };
  return it;
}

Workload make_workload() {
  Workload w;
  w.id = "heat";
  w.label = "Heat";
  w.summary = "How heat spreads over a square whose edge is kept at 0, step by step.";
  w.lesson = "Steps that need their neighbors: stability, several steps at once, and rows that processors exchange.";
  w.value_label = "temperature";
  w.shape = Shape::iterate;
  w.parameters = parameters_of<Parameters>();
  w.stages = {{.id = "advance",
               .variants =
                   {
#define HETEROSCOPE_VARIANT(name) {#name, &(name)},
#include "kernels/heat/variants.inc"
#undef HETEROSCOPE_VARIANT
                   },
               .default_cpu = "simd",
               .default_gpu = "cuda_blocked"}};
  const auto of = [](Initial initial) { return static_cast<double>(initial); };
  w.scenes = {{"sine", "Sine, 512²", {{"n", 512}, {"initial", of(Initial::sine)}}},
              {"spot", "A hot spot, 512²", {{"n", 512}, {"initial", of(Initial::spot)}}},
              {"noise", "Noise, 1024²", {{"n", 1024}, {"initial", of(Initial::noise)}}},
              {"image", "An image, 768²", {{"n", 768}, {"initial", of(Initial::image)}}},
              {"small", "2048², fits on a large GPU's chip", {{"n", 2048}}, true},
              {"large", "16384², a gigabyte in fp32", {{"n", 16384}}, true}};
  w.coloring.high = 1;
  w.iteration = make_iteration();
  w.trials = trials();
  w.takes_image = true;
  w.default_source = "mandelbrot";
  w.output = output;
  w.bind = bind;
  w.work = work;
  w.worst_operations = worst_operations;
  w.advice = advice;
  w.alarm = alarm;
  w.figures = figures;
  w.automatic = [](const std::any& parameters, std::string_view id) {
    return id == "fourier" ? fourier_of(std::any_cast<const Parameters&>(parameters)) : std::nan("");
  };
  w.study = studies;
  return w;
}

}  // namespace

const Workload workload = make_workload();

}  // namespace heteroscope::heat
