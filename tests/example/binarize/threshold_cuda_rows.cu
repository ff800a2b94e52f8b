#include "kernels/binarize/launch.cuh"
#include "kernels/binarize/level.hpp"
#include "kernels/binarize/threshold.hpp"

namespace heteroscope::binarize {
namespace {

template <class T, Tracing How>
__global__ void rows(FieldView in, FieldView out, int first_row, double mean, SpanSink trace) {
  const BlockTimer<How> timer(trace);
  const int y = first_row + blockIdx.x;
  const int width = out.size.width;
  for (int x = threadIdx.x; x < width; x += blockDim.x) out.row<T>(y)[x] = binarized(in.row<const T>(y)[x], mean);
  timer.finish([&] { return rectangle(width, 0, y, width, 1); });
}

void run(const MapJob& job) {
  const auto blocks = static_cast<unsigned>(job.rows.count());
  const auto width = static_cast<std::uint64_t>(job.output.size.width);
  const SpanSink trace = traced(job, pass_of(job, "rows"), {.columns = blocks}, {.run = width});
  with_kernel_types(job, job.output.precision, [&]<class T, Tracing How>() {
    rows<T, How><<<blocks, job.block.x, 0, job.stream>>>(job.input, job.output, job.rows.begin, mean_of(job), trace);
  });
  HETEROSCOPE_LAUNCHED(rows);
}

}  // namespace

extern const Variant threshold_cuda_rows;
const Variant threshold_cuda_rows{.processor = Processor::gpu,
                                  .summary = "CUDA: a block a row, whose threads walk along it together.",
                                  .knobs = {.precisions = both_precisions,
                                            .memory_kinds = all_memory_kinds,
                                            .blocks = BlockRule::one_dimensional,
                                            .default_block = {128, 1},
                                            .mappings = mapping_1d},
                                  .run = run};

}  // namespace heteroscope::binarize
