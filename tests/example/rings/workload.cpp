#include "tests/example/rings/workload.hpp"

#include "core/model/typed.hpp"
#include "tests/example/rings/description.hpp"

namespace heteroscope::rings {

#define HETEROSCOPE_VARIANTS "tests/example/rings/variants.inc"
#include "kernels/variant_table.inc"

namespace {

/// The work of a frame, for rates: about ten operations a pixel, and every value is written once.
Work work(const Parameters&, Size size, Precision precision, const Summary&) {
  const auto pixels = static_cast<double>(size.area());
  return {.operations = 10 * pixels, .unit = "operations", .bytes = pixels * static_cast<double>(bytes_of(precision))};
}

Workload make_workload() {
  Workload w;
  w.id = "rings";
  w.label = "Rings";
  w.summary = "The distance of each pixel from the nearest of concentric rings.";
  w.lesson = "The smallest workload: a value for each pixel, from its place alone.";
  w.theory = {.formula = "v = |d/p − ⌊d/p + ½⌋|",
              .text = "d is a pixel's distance from the center and p the rings' period. No pixel depends on another.",
              .source = "none"};
  w.value_label = "periods";
  w.shape = Shape::map;
  w.parameters = parameters_of<Parameters>();
  w.bind = bound<Parameters>;
  w.stages = {{.id = "rings", .variants = variants(), .default_cpu = "sequential", .default_gpu = "cuda_2d"}};
  w.scenes = {{"fine", "Fine rings", {{"period", 0.01}}, true}};
  w.verify_cases = {
      {.values = {{"center", 0.0}}, .sizes = {{1, 1}}},
      {.sizes = {{3, 65536}}, .variants = {"cuda_2d"}, .blocks = {{1024, 1}}}};  // more rows than a grid has
  w.coloring = {.high = 0.5};
  w.work = untyped<work>;
  return w;
}

}  // namespace

const Workload workload = make_workload();

}  // namespace heteroscope::rings
