#include "kernels/transpose/workload.hpp"

#include "kernels/transpose/parameters.hpp"

namespace heteroscope::transpose {

#define HETEROSCOPE_VARIANT(name) extern const Variant name;
#include "kernels/transpose/variants.inc"
#undef HETEROSCOPE_VARIANT

namespace {

std::any bind(const Values& values) {
  return bind_parameters<Parameters>(values);
}

Extent output(const std::any&, Size input, Precision precision) {
  return {.size = {input.height, input.width}, .precision = precision};
}

/// Every value is read once and written once.
Work work(const std::any&, Size size, Precision precision, const Summary&) {
  const auto pixels = static_cast<double>(size.area());
  return {.operations = pixels, .unit = "pixels", .bytes = 2 * pixels * static_cast<double>(bytes_of(precision))};
}

double worst_operations(const std::any&) {
  return 1;
}

Workload make_workload() {
  Workload w;
  w.id = "transpose";
  w.label = "Transpose";
  w.summary = "Pixel (x, y) becomes pixel (y, x).";
  w.lesson = "Memory at its own pace: what the order of reads and writes costs.";
  w.value_label = "value";
  w.shape = Shape::permute;
  w.parameters = parameters_of<Parameters>();
  w.trials = trials();
  w.stages = {{.id = "transpose",
               .variants =
                   {
#define HETEROSCOPE_VARIANT(name) {#name, &(name)},
#include "kernels/transpose/variants.inc"
#undef HETEROSCOPE_VARIANT
                   },
               .default_cpu = "simd",
               .default_gpu = "cuda_vectorised"}};
  w.takes_image = true;
  w.default_source = "mandelbrot";
  w.colored_as_input = true;
  w.output = output;
  w.bind = bind;
  w.work = work;
  w.worst_operations = worst_operations;
  return w;
}

}  // namespace

const Workload workload = make_workload();

}  // namespace heteroscope::transpose
