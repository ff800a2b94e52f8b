#pragma once

#include <cooperative_groups.h>

#include <cstddef>
#include <nv/target>
#include <string>
#include <utility>

#include "core/device/cuda_check.cuh"
#include "core/device/device.hpp"
#include "core/run/gpu/kernel_code.cuh"

struct CUstream_st;

namespace heteroscope {

/// A thread block cluster as its kernel sees it: blocks that run at the same time and reach each other's shared memory
/// (distributed shared memory, compute capability 9.0). Code for older GPUs, on which none of these kernels is
/// launched, sees a cluster of one block.
namespace cluster {

/// The numbers of blocks that a cluster may have on every GPU that has clusters.
inline constexpr int sizes[] = {1, 2, 4, 8};

/// The number of the block in its cluster.
__device__ inline unsigned rank() {
  NV_IF_TARGET(NV_PROVIDES_SM_90, (return cooperative_groups::this_cluster().block_rank();), (return 0;))
}
__device__ inline unsigned blocks() {
  NV_IF_TARGET(NV_PROVIDES_SM_90, (return cooperative_groups::this_cluster().num_blocks();), (return 1;))
}
/// Waits for all threads of the cluster's blocks; what they wrote to shared memory is visible then. No block may end
/// while another one may still reach its shared memory.
__device__ inline void barrier() {
  NV_IF_TARGET(NV_PROVIDES_SM_90, (cooperative_groups::this_cluster().sync();), (__syncthreads();))
}
/// The variable of a block's shared memory that is at the place of `own` in this block's.
template <class T>
__device__ T* of_block(T* own, unsigned block) {
  NV_IF_TARGET(NV_PROVIDES_SM_90, (return cooperative_groups::this_cluster().map_shared_rank(own, block);),
               (static_cast<void>(block); return own;))
}

}  // namespace cluster

/// How a kernel is launched in clusters.
struct ClusterLaunch {
  unsigned blocks = 1;           ///< in a cluster
  unsigned threads = 1;          ///< in a block
  std::size_t shared_bytes = 0;  ///< dynamic, of a block

  /// Calls `body(configuration)` with CUDA's form of it, for so many clusters.
  template <class Body>
  void with_configuration(unsigned clusters, CUstream_st* stream, Body body) const {
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim = {blocks, 1, 1};
    cudaLaunchConfig_t out{};
    out.gridDim = dim3(clusters * blocks);
    out.blockDim = dim3(threads);
    out.dynamicSmemBytes = shared_bytes;
    out.stream = stream;
    out.attrs = &attribute;
    out.numAttrs = 1;
    body(out);
  }
  template <class... Parameters, class... Arguments>
  void launch(void (*kernel)(Parameters...), unsigned clusters, CUstream_st* stream, Arguments&&... arguments) const {
    with_configuration(clusters, stream, [&](const cudaLaunchConfig_t& how) {
      HETEROSCOPE_CUDA(cudaLaunchKernelEx(&how, kernel, std::forward<Arguments>(arguments)...));
    });
  }
  /// The number of clusters that the current GPU runs at a time; 0 if it cannot run any.
  template <class Kernel>
  [[nodiscard]] int at_a_time(Kernel kernel) const {
    int out = 0;
    with_configuration(1, nullptr, [&](const cudaLaunchConfig_t& how) {
      HETEROSCOPE_CUDA(cudaOccupancyMaxActiveClusters(&out, kernel, &how));
    });
    return out;
  }
};

/// Why a GPU cannot run kernels in clusters; empty if it can, or if there is none.
inline std::string refusal_of_clusters(const device::Facts& facts) {
  if (!facts.available) return "";
  if (!facts.clusters) return "clusters of blocks that share their shared memory need compute capability 9.0";
  return refusal_of_code(facts, 9);
}

}  // namespace heteroscope
