#include "kernels/mandelbrot/reference.hpp"
#include "kernels/std_parallel.hpp"

namespace heteroscope::mandelbrot {
namespace {

void run(const MapJob& job) {
  begin_threads(job, pass_of(job, "pixels"));
  with_precision(job.output.precision, [&]<class T>() {
    const Grid<T> grid = make_grid<T>(job.parameters_as<Parameters>(), job.cutout);
    const std::int64_t width = job.output.size.width;
    with_std_threads(job.threads, [&] {
      std::for_each(std::execution::par_unseq, Counting(job.rows.begin * width), Counting(job.rows.end * width),
                    [&](std::int64_t pixel) {
                      compute_pixel_alone(job, grid, static_cast<int>(pixel % width), static_cast<int>(pixel / width),
                                          std_thread());
                    });
    });
  });
}

}  // namespace

extern const Variant std_par_unseq;
const Variant std_par_unseq{.processor = Processor::cpu,
                            .summary =
                                "C++17: std::for_each over the pixels with std::execution::par_unseq; oneTBB's threads "
                                "halve ranges and steal halves from each other.",
                            .knobs = {.precisions = both_precisions, .threads = true, .threads_of_library = true},
                            .run = run};

}  // namespace heteroscope::mandelbrot
