#include "kernels/mandelbrot/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "core/model/settings/settings.hpp"
#include "core/model/typed.hpp"
#include "kernels/mandelbrot/deep/places.hpp"
#include "kernels/mandelbrot/deep/table.hpp"
#include "kernels/mandelbrot/deep/tier.hpp"
#include "kernels/mandelbrot/description.hpp"
#include "kernels/mandelbrot/escape.hpp"
#include "kernels/mandelbrot/own_kernels.hpp"

namespace heteroscope::mandelbrot {

#define HETEROSCOPE_VARIANTS "kernels/mandelbrot/variants.inc"
#include "kernels/variant_table.inc"

namespace {

/// The number of iterations of the plain loop: k − 1 for a point that escapes at count k, limit − 1 for a point of the
/// set. From fractional counts, which lie around k, the sum is an estimate. Counts that are not certain are negative.
Work work(const Parameters& p, Size size, Precision precision, const Summary& result) {
  const auto inside = static_cast<double>(result.zeros);
  const auto outside = static_cast<double>(result.count - result.zeros);
  return {.operations = result.magnitudes - outside + inside * (p.max_iterations - 1),
          .unit = "iterations",
          .fma_per_operation = 4,
          .bytes = static_cast<double>(size.area()) * static_cast<double>(bytes_of(precision))};
}

/// The number of times that the plain loop's body runs: k for a point that escapes at count k, the limit for a point of
/// the set. From fractional counts it is an estimate. Counts that are not certain are negative.
double turns(const Parameters& p, double value) {
  return value == 0 ? p.max_iterations : std::max(std::abs(value), 1.0);
}

double worst_operations(const Parameters& p) {
  return p.max_iterations;
}

/// The width of a pixel, as text with two digits.
std::string step_text(const Decimal& span, int width) {
  const double step = span.to_double() / width;
  if (step >= std::numeric_limits<double>::min()) return fmt::format("{:.2g}", step);
  const Decimal exact = span * (1.0 / width);
  return exact.rounded(exact.magnitude() - 1).text();
}

std::string advice(const Parameters& p, Size size, Precision precision) {
  if (past_perturbed(p)) return "method=perturbed ends at a span of 1e-290: choose method=extended or method=automatic";
  const Tier tier = tier_of(p, size);
  const bool checked = p.method == Method::checked;
  if (tier != Tier::direct && !checked) return {};
  if (checked) precision = Precision::fp64;  // orbits are then in fp64
  const auto [pixel, least] = resolution_of(p, size, precision);
  if (pixel > 0 && pixel >= least) return {};
  const char* remedy = precision == Precision::fp32 ? "choose fp64 or method=perturbed" : "choose method=perturbed";
  return fmt::format("{} cannot tell neighboring pixels apart here (pixel {}, resolution {:.2g}): {}", id_of(precision),
                     step_text(p.span, size.width), least, remedy);
}

std::string unused(const Parameters& p, const Settings& settings, std::string_view id) {
  const Tier tier = tier_of(p, settings.problem.size);
  if (id == "leaps" && tier == Tier::direct)
    return "this view is computed by the method direct, which skips no iterations";
  if (id == "leaps" && p.method == Method::checked) return "the method checked skips no iterations";
  if (id == "arithmetic" && tier != Tier::direct) return "only the method direct has a choice of arithmetic";
  if ((id == "julia_re" || id == "julia_im") && !p.julia) return "only Julia sets use it";
  if (id != "refine") return {};
  if (tier == Tier::direct && p.method == Method::direct)
    return "the method direct does not know which counts are uncertain: choose another method";
  // where direct orbits would do, refinement alone asks for others
  Parameters without = p;
  without.refine = Refine::no;
  if (p.refine == Refine::double_double && !has_fine_orbit(p, tier) && tier_of(without, settings.problem.size) == tier)
    return "the view is too deep for double_double: choose exact";
  return {};
}

std::string_view undecided_label(const Parameters& p, Tier tier) {
  if (p.method == Method::checked) return "undecided (method: checked)";
  return tier == Tier::extended ? "undecided (method: extended)" : "undecided (method: perturbed)";
}

/// The counts of a picture that are certain.
struct DecidedCounts {
  std::int64_t undecided = 0;  ///< the number of the others, which are negative
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  double sum = 0;
  std::int64_t count = 0;
};

DecidedCounts decided_counts(const FieldView& result) {
  DecidedCounts out;
  with_precision(result.precision, [&]<class T>() {
    for (const T value : std::span(result.row<T>(0), static_cast<std::size_t>(result.count()))) {
      if (value < 0) {
        ++out.undecided;
        continue;
      }
      const auto count = static_cast<double>(value);
      out.least = std::min(out.least, count);
      out.most = std::max(out.most, count);
      out.sum += count;
      ++out.count;
    }
  });
  return out;
}

/// The figures of views whose counts have an error estimate: the numbers in which orbits were computed, and how many
/// counts are not certain; those are negative, so that the least, the largest and the mean are told of the others.
std::vector<Figure> outcome_figures(const Outcomes& outcomes) {
  const auto& p = outcomes.parameters_as<Parameters>();
  const Tier tier = tier_of(p, outcomes.output.size);
  if (tier == Tier::direct) return {};
  const DecidedCounts of = outcomes.summary.minimum < 0 ? decided_counts(outcomes.result()) : DecidedCounts{};
  std::vector<Figure> out{{.label = undecided_label(p, tier),
                           .value = static_cast<double>(of.undecided),
                           .unit = "pixels",
                           .adds_up = true}};
  if (of.undecided == 0 || of.count == 0) return out;
  out.push_back({.label = "minimum of decided pixels", .value = of.least, .unit = {}, .decided = true});
  out.push_back({.label = "maximum of decided pixels", .value = of.most, .unit = {}, .decided = true});
  out.push_back({.label = "mean of decided pixels",
                 .value = of.sum / static_cast<double>(of.count),
                 .unit = {},
                 .decided = true});
  return out;
}

/// The color scale of a view. The counts of a deep view lie close together, far from 0 and from the limit; a
/// logarithmic scale would give them all one color.
ColorScale scale_of(const Parameters& p, Size size) {
  constexpr double deep_span = 1e-8;
  if (p.method == Method::checked) return ColorScale::log;
  const bool is_deep = p.span.to_double() < deep_span || tier_of(p, size) != Tier::direct;
  return is_deep ? ColorScale::histogram : ColorScale::log;
}

std::string left_to_compilers(const Parameters& p) {
  if (p.arithmetic != Arithmetic::as_compiled) return {};
  return "with arithmetic=as_compiled each compiler chooses which operations it fuses, so variants may differ";
}

/// The reason why a picture is too large for a precision. Columns and rows must be exact numbers in it; perturbed
/// orbits always have them in fp64.
std::string unfit(const Parameters& p, Size whole, Precision precision) {
  const int longest =
      precision == Precision::fp32 && tier_of(p, whole) == Tier::direct ? most_columns_in_fp32 : longest_side;
  if (std::max(whole.width, whole.height) <= longest) return {};
  return fmt::format("size: {}x{} has more columns or rows than the {} that fp32 can number exactly: choose fp64",
                     whole.width, whole.height, longest);
}

Workload make_workload() {
  Workload w;
  w.id = "mandelbrot";
  w.label = "Mandelbrot set";
  w.summary = "Iterations until z -> z*z + c leaves |z| < 2; 0 where it does not.";
  w.lesson = "Uneven work: some rows cost a thousand times as much, and must be shared fairly.";
  w.theory = {
      .formula =
          "z₀ = 0, zₖ₊₁ = zₖ² + c\n"
          "count(c) = least k with |zₖ| ≥ 2, or 0 where there is none up to the limit",
      .text =
          "No point depends on another, so all can be computed at the same time. But a point costs from one iteration "
          "to as many as the limit allows, and neighboring points cost about the same: equal numbers of rows are not "
          "equal work. A count is written once and nothing is read, so arithmetic is the limit.",
      .source =
          "B. Mandelbrot, Fractal aspects of the iteration of z → λz(1 − z), Annals of the New "
          "York Academy of Sciences 357, 1980"};
  w.value_label = "count";
  w.shape = Shape::map;
  w.parameters = parameters_of<Parameters>();
  w.verify_cases = verify_cases();
  w.stages = {{.id = "escape",
               .variants = variants(),
               .default_cpu = "simd_tuned",
               .default_gpu = "cuda_tuned",
               .own = own_kernels()}};
  const auto scene = [](std::string_view id, std::string_view label, double re, double im, double span, double limit,
                        bool benchmark = false) {
    return Scene{id,
                 label,
                 {{"center_re", re},
                  {"center_im", im},
                  {"span", span},
                  {"rotation", 0},
                  {"max_iterations", limit},
                  {"julia", 0}},
                 benchmark};
  };
  const auto julia = [&](std::string_view id, std::string_view label, double c_re, double c_im, double limit) {
    Scene out = scene(id, label, 0, 0, 3.2, limit);
    out.values["julia"] = 1;
    out.values["julia_re"] = c_re;
    out.values["julia_im"] = c_im;
    return out;
  };
  w.scenes = {scene("full", "The whole set", -0.75, 0, 2.5, 500, true),
              scene("inside", "All inside: every pixel reaches the limit", -0.1, 0, 0.2, 500, true),
              scene("seahorses", "Seahorse valley", -0.7463, 0.1102, 0.005, 2000),
              scene("elephants", "Elephant valley", 0.2865, 0.0122, 0.012, 2000),
              scene("minibrot", "A small copy on the antenna", -1.7687, 0.0017, 0.012, 2000),
              scene("spiral", "A double spiral", -0.743643887, 0.131825904, 0.00002, 4000),
              scene("tip", "The tip of the antenna", -2, 0, 0.0005, 1000)};
  for (const DeepPlaceText& each : deep_places()) {
    w.scenes.push_back({each.id,
                        each.label,
                        {{"center_re", Decimal::parse(each.center_re)},
                         {"center_im", Decimal::parse(each.center_im)},
                         {"span", Decimal::parse(each.span)},
                         {"rotation", 0},
                         {"max_iterations", each.max_iterations},
                         {"julia", 0}}});
  }
  w.scenes.push_back(julia("julia_rabbit", "Julia set: the rabbit", -0.123, 0.745, 500));
  w.scenes.push_back(julia("julia_seahorse", "Julia set from the seahorse valley", -0.743643887, 0.131825904, 2000));
  w.scenes.push_back(julia("julia_dragon", "Julia set: a dragon", -0.8, 0.156, 1000));
  // i is a point of the Julia set of i, whose orbit 0, i, −1 + i, −i, −1 + i, … it is of
  Scene deep = julia("julia_dendrite40", "Julia set of i, 1e-40 wide", 0, 1, 1000);
  deep.values["center_im"] = 1.0;
  deep.values["span"] = Decimal::parse("1e-40");
  w.scenes.push_back(std::move(deep));
  w.navigation = Navigation{.center_x = "center_re",
                            .center_y = "center_im",
                            .span = "span",
                            .rotation = "rotation",
                            .y_up = true,
                            .detail = "max_iterations",
                            .julia = JuliaPlane{"julia", "julia_re", "julia_im", 4}};
  w.escape_limit =
      EscapeLimit{.parameter = "max_iterations", .probed_with = {{"refine", static_cast<double>(Refine::no)}}};
  w.coloring = {.scale = ColorScale::log,
                .low = 0,
                .high_parameter = "max_iterations",
                .zero_is_special = true,
                .distance_parameter = "smooth"};
  w.coloring.scale_of = untyped<scale_of>;
  w.bind = bound<Parameters>;
  w.table = {.make = make_deep_table};
  w.serves_as_source = true;
  w.fits_int32 = untyped<[](const Parameters& p) { return !p.smooth; }>;
  w.figures = outcome_figures;
  w.work = untyped<work>;
  w.worst_operations = untyped<worst_operations>;
  w.tileable = {.unfit = untyped<unfit>};
  w.work_model = {.work = untyped<turns>, .unit = "iterations"};
  w.warnings = {.advice = untyped<advice>};
  w.unused = untyped<unused>;
  w.incomparable = {.why = untyped<left_to_compilers>, .kernels = "AsCompiled"};
  return w;
}

}  // namespace

const Workload workload = make_workload();

}  // namespace heteroscope::mandelbrot
