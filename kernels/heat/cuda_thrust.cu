// With 32-bit offsets Thrust instantiates one kernel for each type of Nodes instead of two; 32 bits number the nodes of
// any chunk below.
#define THRUST_FORCE_32_BIT_OFFSET_TYPE
#include <thrust/execution_policy.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/system_error.h>
#include <thrust/transform.h>

#include <algorithm>
#include <cstdint>

#include "core/trace/library_span.hpp"
#include "kernels/heat/launch.cuh"

namespace heteroscope::heat {
namespace {

/// The functor that computes the new value of the node with a given index. It divides in 32 bits.
template <class Nodes>
struct NewValue {
  Nodes nodes;

  __device__ typename Nodes::Value operator()(std::int64_t place) const {
    const auto at = static_cast<std::uint32_t>(place);
    const auto n = static_cast<std::uint32_t>(nodes.n);
    const std::uint32_t y = at / n;
    return nodes.new_value(static_cast<int>(at - y * n), static_cast<int>(y), at);
  }
};

/// Calls thrust::transform on the job's planes, on its stream and without waiting. Containers of Thrust would allocate,
/// and a variant allocates nothing.
///
/// Measured on an NVIDIA H200 (2026-11-21, docs/performance.md): one step of 16384 × 16384 takes 0.751 ms in fp32 and
/// 1.264 ms in fp64, 0.68 and 0.81 of the copy bandwidth.
void run(const IterateJob& job) {
  for_each_pass(job, [&]<Tracing, class Nodes>(const Nodes& nodes, const IterateJob& over) {
    constexpr std::int64_t piece = std::int64_t{1} << 30;
    const auto all = static_cast<std::int64_t>(nodes.rows.end) * nodes.n;
    traced_library(over, pass_of(over, "transform"), [&] {
      try {
        for (std::int64_t begin = static_cast<std::int64_t>(nodes.rows.begin) * nodes.n; begin < all; begin += piece) {
          const std::int64_t end = std::min(begin + piece, all);
          thrust::transform(thrust::cuda::par_nosync.on(job.stream), thrust::counting_iterator<std::int64_t>(begin),
                            thrust::counting_iterator<std::int64_t>(end), nodes.out + begin, NewValue<Nodes>{nodes});
        }
      } catch (const thrust::system_error& failure) {
        device::check(static_cast<cudaError_t>(failure.code().value()), "thrust::transform", __FILE__, __LINE__);
      }
    });
  });
}

}  // namespace

extern const Variant cuda_thrust;
const Variant cuda_thrust{.processor = Processor::gpu,
                          .summary = "Thrust: a transform over the indices of the nodes; Thrust chooses the blocks.",
                          .knobs = {.precisions = both_precisions, .memory_kinds = all_memory_kinds},
                          .run = run,
                          .unfit = beyond_places};

}  // namespace heteroscope::heat
