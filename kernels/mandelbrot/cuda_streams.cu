#include "kernels/mandelbrot/launch.cuh"
#include "kernels/stream_chunks.cuh"

namespace heteroscope::mandelbrot {

extern const Variant cuda_2d;

namespace {

constexpr Tunable tunables[] = {chunks::size_tunable("chunk_kib")};  // "chunk" are omp_dynamic's rows

/// Each chunk is computed by the kernels of cuda_2d, in whatever arithmetic and depth, whose rows of the output lie in
/// the chunk. There is nothing to be copied to the GPU.
void run(const MapJob& job) {
  chunks::for_each(job, [](const MapJob& part, void* chunk) {
    MapJob there = part;
    const auto ahead = static_cast<std::ptrdiff_t>(chunks::bytes_of_row(part)) * part.rows.begin;
    there.output.data = static_cast<std::byte*>(chunk) - ahead;
    cuda_2d.run(there);
  });
}

}  // namespace

extern const Variant cuda_streams;
const Variant cuda_streams{.processor = Processor::gpu,
                           .summary =
                               "CUDA: the kernel of cuda_2d in chunks; with pinned memory, chunks are copied to the "
                               "host while others are computed (three streams).",
                           .knobs = {.precisions = both_precisions,
                                     .memory_kinds = all_memory_kinds,
                                     .blocks = BlockRule::any,
                                     .default_block = {32, 8},
                                     .mappings = mapping_2d,
                                     .tunables = tunables},
                           .run = run,
                           .scratch_bytes = chunks::scratch_bytes,
                           .unfit = deep_unfit};

}  // namespace heteroscope::mandelbrot
