#include "kernels/mandelbrot/reference.hpp"

namespace heteroscope::mandelbrot {
namespace {

void run(const MapJob& job) {
  begin_threads(job, pass_of(job, "rows"));
  with_precision(job.output.precision, [&]<class T>() {
    const Grid<T> grid = make_grid<T>(job.parameters_as<Parameters>(), job.cutout);
    for (int y = job.rows.begin; y < job.rows.end; ++y) compute_row(job, grid, y);
  });
}

}  // namespace

extern const Variant sequential;
const Variant sequential{.processor = Processor::cpu,
                         .summary = "The reference: two plain loops on one thread.",
                         .knobs = {.precisions = both_precisions},
                         .run = run};

}  // namespace heteroscope::mandelbrot
