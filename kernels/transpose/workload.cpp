#include "kernels/transpose/workload.hpp"

#include "core/model/typed.hpp"
#include "kernels/transpose/accesses.hpp"
#include "kernels/transpose/description.hpp"
#include "kernels/transpose/own_kernels.hpp"

namespace heteroscope::transpose {

#define HETEROSCOPE_VARIANTS "kernels/transpose/variants.inc"
#include "kernels/variant_table.inc"

namespace {

Extent output(const Parameters&, Size input, Precision precision) {
  return {.size = {input.height, input.width}, .precision = precision};
}

/// Every value is read once and written once.
Work work(const Parameters&, Size size, Precision precision, const Summary&) {
  const auto pixels = static_cast<double>(size.area());
  return {.operations = pixels, .unit = "pixels", .bytes = 2 * pixels * static_cast<double>(bytes_of(precision))};
}

Workload make_workload() {
  Workload w;
  w.id = "transpose";
  w.label = "Transpose";
  w.summary = "Pixel (x, y) becomes pixel (y, x).";
  w.lesson = "Only memory traffic: what the order of reads and writes costs.";
  w.theory = {.formula = "yⱼᵢ = xᵢⱼ",
              .text =
                  "There is no arithmetic: each value is read once and written once. Reading along rows means "
                  "writing along columns, so one of the two jumps through memory by a whole row each time, unless "
                  "a tile is transposed in a cache or in shared memory. A copy of as many bytes is the upper limit.",
              .source = "G. Ruetsch and P. Micikevicius, Optimizing Matrix Transpose in CUDA, NVIDIA, 2009"};
  w.value_label = "value";
  w.shape = Shape::permute;
  w.parameters = parameters_of<Parameters>();
  w.verify_cases = verify_cases();
  w.stages = {{.id = "transpose",
               .variants = variants(),
               .default_cpu = "simd",
               .default_gpu = "cuda_vectorised",
               .own = own_kernels()}};
  w.image = {.default_source = "mandelbrot", .colored_as_input = true};
  w.accesses = {accesses(), {"cublas_geam"}, {"cuda_tma"}};
  w.output = untyped<output>;
  w.tileable = {.turned = true};
  w.bind = bound<Parameters>;
  w.work = untyped<work>;
  return w;
}

}  // namespace

const Workload workload = make_workload();

}  // namespace heteroscope::transpose
