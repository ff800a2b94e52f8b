#include "kernels/histogram/workload.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/model/settings/settings.hpp"
#include "core/model/typed.hpp"
#include "kernels/histogram/accesses.hpp"
#include "kernels/histogram/description.hpp"
#include "kernels/histogram/own_kernels.hpp"

namespace heteroscope::histogram {

#define HETEROSCOPE_VARIANTS "kernels/histogram/variants.inc"
#include "kernels/variant_table.inc"

namespace {

void check(const Parameters& p) {
  if (p.high <= p.low) throw BadInput(fmt::format("high: {} is not above low ({})", p.high, p.low));
}

/// The result is one row of counts; fp64 holds them exactly up to 2^53.
Extent output(const Parameters& p, Size, Precision) {
  return {{p.bins, 1}, Precision::fp64};
}

Work work(const Parameters&, Size size, Precision precision, const Summary&) {
  const auto values = static_cast<double>(size.area());
  return {.operations = values, .unit = "values", .bytes = values * static_cast<double>(bytes_of(precision))};
}

std::string advice(const Parameters& p, Size, Precision precision) {
  if (p.binning != Binning::range) return {};
  const double width = (p.high - p.low) / p.bins;
  if (precision == Precision::int32) {
    if (width >= 1) return {};
    return fmt::format(
        "bins are narrower than 1 ({:.2g} here), so whole numbers cannot reach all of them; widen the range or take "
        "fewer bins",
        width);
  }
  const double resolution =
      std::max(std::abs(p.low), std::abs(p.high)) * (precision == Precision::fp32 ? 0x1p-23 : 0x1p-52);
  if (width >= resolution) return {};
  return fmt::format("{} cannot distinguish neighboring bins here (bin {:.2g}, resolution {:.2g}): {}",
                     id_of(precision), width, resolution,
                     precision == Precision::fp32 ? "choose fp64, or widen the range" : "widen the range");
}

/// The values that bins stand for. With modulo, bin i counts values from i up to i + 1, and those that differ from
/// these by a multiple of the number of bins.
Bins bins_of(const Parameters& p) {
  if (p.binning == Binning::range) return {.low = p.low, .high = p.high};
  return {.low = 0, .high = static_cast<double>(p.bins), .repeats = true};
}

/// The figures of a histogram: the entropy of the bins' shares p, −Σ p log2 p, and the bin with the largest count (the
/// first of several).
std::vector<Figure> outcome_figures(const Outcomes& outcomes) {
  const std::vector<double>& counts = outcomes.reduced.front();
  const double total = std::accumulate(counts.begin(), counts.end(), 0.0);
  double entropy = 0;
  for (const double count : counts) {
    if (count > 0) entropy += count / total * std::log2(total / count);
  }
  const auto fullest = std::max_element(counts.begin(), counts.end());
  return {{"entropy", entropy, "bits"},
          {"fullest bin", static_cast<double>(fullest - counts.begin()), ""},
          {"its share", 100 * *fullest / total, "%"}};
}

std::string unused(const Parameters& p, const Settings&, std::string_view id) {
  if (p.binning == Binning::modulo && (id == "low" || id == "high")) return "only binning=range has ends";
  return {};
}

Workload make_workload() {
  Workload w;
  w.id = "histogram";
  w.label = "Histogram";
  w.summary = "How many values of the image fall into each bin.";
  w.lesson = "Many threads that add to the same place: atomic additions, or private counters.";
  w.theory = {.formula = "h(b) = number of values x with bin(x) = b",
              .text =
                  "Many values add to a few counters. Threads that add to the same counter must take turns "
                  "(atomics), or count for themselves and add their counters at the end (privatization). Each "
                  "value is read once, and nothing else must be moved. How evenly values fall into the bins "
                  "decides what taking turns costs.",
              .source = "V. Podlozhnyuk, Histogram calculation in CUDA, NVIDIA, 2007"};
  w.value_label = "count";
  w.shape = Shape::reduce;
  w.parameters = parameters_of<Parameters>();
  w.verify_cases = verify_cases();
  w.stages = {
      {.id = "count",
       .variants = variants(),
       .default_cpu = "simd",
       .default_gpu = "cuda_vectorised",
       .kind = Reduction{.partials = Partials::counts, .count = untyped<[](const Parameters& p) { return p.bins; }>},
       .own = own_kernels()}};
  constexpr auto range = static_cast<double>(Binning::range);
  constexpr auto modulo = static_cast<double>(Binning::modulo);
  w.scenes = {{"bins8", "8 bins, modulo", {{"bins", 8}, {"binning", modulo}}, true},
              {"bins256", "256 bins, modulo", {{"bins", 256}, {"binning", modulo}}, true},
              {"range256", "256 bins, 0 to 256", {{"bins", 256}, {"binning", range}, {"low", 0}, {"high", 256}}, true},
              {"bins1000", "1000 bins, modulo", {{"bins", 1000}, {"binning", modulo}}}};
  w.image = {.default_source = "mandelbrot"};
  w.output = untyped<output>;
  w.bind = bound<Parameters, check>;
  w.work = untyped<work>;
  w.warnings = {.advice = untyped<advice>};
  w.unused = untyped<unused>;
  w.accesses = {accesses(), {"cub"}, {"cuda_vectorised", "cuda_private", "cuda_cluster"}};
  w.binned = {.bins = untyped<bins_of>};
  w.figures = outcome_figures;
  return w;
}

}  // namespace

const Workload workload = make_workload();

}  // namespace heteroscope::histogram
