#include "kernels/transpose/launch.cuh"

namespace heteroscope::transpose {
namespace {

void run(const MapJob& job) {
  run_block_tiles<0>(job);
}

}  // namespace

extern const Variant cuda_shared;
const Variant cuda_shared{
    .processor = Processor::gpu,
    .summary = "CUDA: a tile of the block's shape in shared memory; rows are read and rows written.",
    .knobs = {.precisions = both_precisions,
              .memory_kinds = all_memory_kinds,
              .blocks = BlockRule::any,
              .default_block = {16, 16},
              .mappings = mapping_2d},
    .run = run};

}  // namespace heteroscope::transpose
