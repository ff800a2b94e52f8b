#include "kernels/nbody/workload.hpp"

#include <cmath>

#include "core/device/cpu/cpu_facts.hpp"
#include "core/model/settings/settings.hpp"
#include "core/model/typed.hpp"
#include "kernels/nbody/description.hpp"
#include "kernels/nbody/drift.hpp"
#include "kernels/nbody/energy.hpp"
#include "kernels/nbody/own_kernels.hpp"
#include "kernels/nbody/start.hpp"
#include "kernels/nbody/view.hpp"

namespace heteroscope::nbody {

#define HETEROSCOPE_VARIANTS "kernels/nbody/advance.inc"
#define HETEROSCOPE_SYMBOL(name) advance_##name
#define HETEROSCOPE_TABLE advance_variants
#include "kernels/variant_table.inc"
#define HETEROSCOPE_VARIANTS "kernels/nbody/draw.inc"
#define HETEROSCOPE_SYMBOL(name) draw_##name
#define HETEROSCOPE_TABLE draw_variants
#include "kernels/variant_table.inc"

extern const Variant hardware_roots;

namespace {

/// The work of a step. It reads the state and writes it once; whatever is read again comes from caches.
Work work(const Parameters& p, Size, Precision precision, const Summary&) {
  constexpr double fma_of_fp32 = 19;  // of an interaction, which has also one or two integer instructions
  constexpr double fma_of_fp64 = 22;
  const double bodies = p.bodies;
  const bool fp32 = precision == Precision::fp32;
  return {.operations = bodies * bodies,
          .unit = "interactions",
          .fma_per_operation = fp32 ? fma_of_fp32 : fma_of_fp64,
          .bytes = 2 * columns * bodies * static_cast<double>(bytes_of(precision))};
}

/// The work of drawing: each body's row is read, and the counts are written.
Work draw_work(const Parameters& p, Size size, Precision precision) {
  const double bodies = p.bodies;
  return {.operations = bodies,
          .unit = "bodies",
          .bytes = (columns * bodies + static_cast<double>(size.area())) * static_cast<double>(bytes_of(precision))};
}

/// The tolerance of the fast-math baseline against the reference: a pull is at most M/ε² (actually 0.39 of that), errs
/// by some roundings of each of its terms, and acts for one time step.
double fast_math_tolerance(const Parameters& p, Precision precision) {
  const double u = precision == Precision::fp32 ? 0x1p-24 : 0x1p-53;
  constexpr double roundings = 16;
  return roundings * u * p.time_step / (p.softening * p.softening);
}

std::string alarm(const Parameters&, const Summary& result) {
  if (result.maximum > 0) return {};
  return "no body is in view: choose a larger span; after too long a time step they may be too far away";
}

std::vector<Figure> outcome_figures(const Outcomes& outcomes) {
  constexpr int most_bodies = 2048;  // all of their pairs are computed in a few milliseconds
  const auto& p = outcomes.parameters_as<Parameters>();
  std::vector<Figure> out{{"time", static_cast<double>(outcomes.steps) * p.time_step, ""}};
  if (p.bodies > most_bodies) return out;
  const FieldView state = outcomes.state();
  const int threads = cpu_facts().threads;
  const Energy now = energy_of(p, state, threads);
  const double at_start = energy_at_start(p, state.precision, threads).total();
  out.push_back({"kinetic energy", now.kinetic, ""});
  out.push_back({"potential energy", now.potential, ""});
  out.push_back({"error, energy drift", std::abs(now.total() - at_start) / std::abs(at_start), ""});
  return out;
}

Iteration make_iteration() {
  Iteration it;
  it.shape = {.size = untyped<[](const Parameters& p) {
                return Size{columns, p.bodies};
              }>,
              .shown_by = {"center_x", "center_y", "span", "dot"}};
  it.planes = [](const std::any&) { return 1; };
  it.spares = [](const std::any&) { return 1; };
  it.reach = [](const std::any&) { return 0; };
  it.exchange_grain = [](const std::any&) { return 1; };  // every participant needs all bodies
  it.from_image = [](const std::any&) { return false; };
  it.begin =
      untyped<[](const Parameters& p, const FieldView&, int, const FieldView& out, Rows, int) { begin(p, out); }>;
  it.step_time = untyped<[](const Parameters& p) { return p.time_step; }>;
  return it;
}

std::string unused(const Parameters&, const Settings& settings, std::string_view id) {
  return settings.problem.steps == 0 && id == "time_step" ? "no step is taken" : "";
}

Workload make_workload() {
  Workload w;
  w.id = "nbody";
  w.label = "N bodies";
  w.summary = "Stars that all pull each other, step by step; each pixel counts the stars in it.";
  w.lesson = "Almost only arithmetic: how to keep the units of a processor busy when memory is not the limit.";
  w.theory = {.formula =
                  "aᵢ = Σⱼ mⱼ (rⱼ − rᵢ) / (|rⱼ − rᵢ|² + ε²)^(3/2)\n"
                  "move half a step, compute the forces there, move the other half (leapfrog)",
              .text =
                  "N bodies make N² interactions of about twenty operations each, from N positions. The more "
                  "bodies, the less memory matters; then arithmetic alone is the limit. A tile of bodies in shared "
                  "memory or in a cache serves all threads that need it. The error of the energy falls with the "
                  "square of the time step.",
              .source =
                  "L. Nyland, M. Harris and J. Prins, Fast N-Body Simulation with CUDA, GPU Gems 3, "
                  "chapter 31, 2007"};
  w.value_label = "bodies";
  w.shape = Shape::iterate;
  w.parameters = parameters_of<Parameters>();
  w.stages = {{.id = "advance",
               .variants = advance_variants(),
               .default_cpu = "simd",
               .default_gpu = "cuda_blocked",
               .kind = make_iteration(),
               .own = own_kernels()},
              {.id = "draw",
               .variants = draw_variants(),
               .default_cpu = "omp",
               .default_gpu = "cuda",
               .work = untyped<draw_work>}};
  const auto of = [](Start start) { return static_cast<double>(start); };
  w.scenes = {{"collision", "Two clusters meet", {{"start", of(Start::collision)}, {"span", 8}}},
              {"plummer", "A cluster at rest", {{"start", of(Start::plummer)}, {"span", 6}}},
              {"disk", "A disk around a heavy body", {{"start", of(Start::disk)}, {"span", 5}}},
              {"few", "Sixteen bodies", {{"bodies", 16}, {"start", of(Start::plummer)}, {"span", 6}}},
              {"small", "16384 bodies", {{"bodies", 16384}}, true},
              {"large", "65536 bodies", {{"bodies", 65536}}, true}};
  w.verify_cases = verify_cases();
  w.coloring = {.scale = ColorScale::log, .zero_is_special = true, .palette = "ember"};
  w.navigation = {.center_x = "center_x", .center_y = "center_y", .span = "span", .y_up = true, .detail = "bodies"};
  w.bind = bound<Parameters>;
  w.work = untyped<work>;
  w.warnings = {.advice = nullptr, .alarm = untyped<alarm>};
  w.unused = untyped<unused>;
  w.figures = outcome_figures;
  w.automatic = untyped<[](const Parameters& p, std::string_view id) {
    return id == "dot" ? natural_dot(p.bodies) : std::nan("");
  }>;
  w.study = {.make = studies};
  w.fast_math = {.stage = "advance",
                 .label = "hardware roots",
                 .tolerance = untyped<fast_math_tolerance>,
                 .variant = &hardware_roots};
  return w;
}

}  // namespace

const Workload workload = make_workload();

}  // namespace heteroscope::nbody
