#include "kernels/binarize/workload.hpp"

#include <fmt/format.h>

#include "core/model/typed.hpp"
#include "kernels/binarize/description.hpp"
#include "kernels/binarize/own_kernels.hpp"
#include "kernels/binarize/sums/compensated_sum.hpp"
#include "kernels/binarize/sums/exact_sum.hpp"
#include "kernels/binarize/threshold.hpp"

namespace heteroscope::binarize {

#define HETEROSCOPE_VARIANTS "kernels/binarize/mean.inc"
#define HETEROSCOPE_SYMBOL(name) mean_##name
#define HETEROSCOPE_TABLE mean_variants
#include "kernels/variant_table.inc"
#define HETEROSCOPE_VARIANTS "kernels/binarize/threshold.inc"
#define HETEROSCOPE_SYMBOL(name) threshold_##name
#define HETEROSCOPE_TABLE threshold_variants
#include "kernels/variant_table.inc"

namespace {

/// The traffic of so many fields; beside it an addition or comparison a pixel costs nothing.
Work work_of(Size size, Precision precision, double fields) {
  const auto pixels = static_cast<double>(size.area());
  return {.operations = pixels, .unit = "pixels", .bytes = fields * pixels * static_cast<double>(bytes_of(precision))};
}

/// The mean reads the input.
Work mean_work(const Parameters&, Size size, Precision precision) {
  return work_of(size, precision, 1);
}
/// The threshold reads the input and writes the result.
Work threshold_work(const Parameters&, Size size, Precision precision) {
  return work_of(size, precision, 2);
}
Work work(const Parameters&, Size size, Precision precision, const Summary&) {
  return work_of(size, precision, 3);
}

using Reduced = std::span<const std::vector<double>>;

/// Whether a pixel may differ between two results: its value lies between their means.
bool may_flip(double input, Reduced expected, Reduced found) {
  return binarized(input, expected[0][0]) != binarized(input, found[0][0]);
}

std::vector<Figure> outcome_figures(const Outcomes& outcomes) {
  const FieldView input = outcomes.input();
  const double mean = outcomes.reduced[0][0];
  const double compensated = compensated_mean(input);
  return {{"mean", mean, ""}, {"mean minus compensated mean", mean - compensated, ""}};
}

std::string unfit(const Parameters&, Size whole, Precision) {
  if (whole.area() <= most_in_parts) return {};
  return fmt::format("size: {}x{} are more values than the {} whose mean can be computed exactly", whole.width,
                     whole.height, most_in_parts);
}

Workload make_workload() {
  Workload w;
  w.id = "binarize";
  w.label = "Binarize";
  w.summary = "255 where a value is at least the mean of all values, else 0.";
  w.lesson =
      "A sum that every pixel needs, then a pass over memory: how the order of additions changes the "
      "last bits, and what passes cost.";
  w.theory = {.formula =
                  "m = (1/N) Σ xᵢ\n"
                  "yᵢ = 255 where xᵢ ≥ m, else 0",
              .text =
                  "Each output needs the mean, and the mean needs every input. A sum of N terms takes N − 1 "
                  "additions in any order, but its last bits depend on the order. Both stages do almost nothing "
                  "with a value that they load: memory is the limit, and the input is read twice.",
              .source = "R. Gonzalez and R. Woods, Digital Image Processing, 4th edition, section 10.3"};
  w.value_label = "0 or 255";
  w.shape = Shape::map;
  w.parameters = parameters_of<Parameters>();
  w.verify_cases = verify_cases();
  w.stages = {
      {.id = "mean",
       .variants = mean_variants(),
       .default_cpu = "simd_exact",
       .default_gpu = "cuda_exact",
       .kind = Reduction{.partials = Partials::sums,
                         .count = [](const std::any&) { return int{partial_count}; },
                         .total = [](std::span<const double> partials, const Summary& input,
                                     std::int64_t values) { return std::vector{mean_of(partials, input, values)}; },
                         .averages = true},
       .work = untyped<mean_work>,
       .own = own_mean()},
      {.id = "threshold",
       .variants = threshold_variants(),
       .default_cpu = "simd",
       .default_gpu = "cuda_vectorised",
       .work = untyped<threshold_work>,
       .own = own_threshold()}};
  w.scenes = {{.id = "mean", .label = "Mean as threshold", .values = {}, .benchmark = true}};
  w.coloring = {.scale = ColorScale::linear, .low = 0, .high = 255, .bounded = true, .palette = "gray"};
  w.image = {.default_source = "mandelbrot"};
  w.bind = bound<Parameters>;
  w.work = untyped<work>;
  w.tileable = {.unfit = untyped<unfit>,
                .reach = nullptr,
                .turned = false,
                .orderless = {"simd_exact", "cuda_exact"},
                .add = add_partials};
  w.tolerances = {.may_flip = may_flip};
  w.figures = outcome_figures;
  return w;
}

}  // namespace

const Workload workload = make_workload();

}  // namespace heteroscope::binarize
