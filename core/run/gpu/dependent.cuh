#pragma once

#include <nv/target>
#include <string>
#include <utility>

#include "core/device/cuda_check.cuh"
#include "core/device/device.hpp"
#include "core/run/gpu/kernel_code.cuh"

struct CUstream_st;

/// Programmatic dependent launches (compute capability 9.0): the blocks of a launch may begin before the launch ahead
/// of it in the stream has ended, and wait in the kernel for what they read of it.
namespace heteroscope {

namespace dependent {

/// Waits until the launch before this one has ended and all that it wrote is visible. Where launches do not overlap,
/// it returns at once.
__device__ inline void wait_for_launch_before() {
  NV_IF_TARGET(NV_PROVIDES_SM_90, (cudaGridDependencySynchronize();))
}
/// Lets the blocks of the next launch begin once all of this launch's blocks have called it or ended, and as there is
/// room for them.
__device__ inline void let_next_launch_begin() {
  NV_IF_TARGET(NV_PROVIDES_SM_90, (cudaTriggerProgrammaticLaunchCompletion();))
}

}  // namespace dependent

/// Launches a kernel whose blocks may begin before the launch ahead of it has ended, where `overlaps`; otherwise they
/// begin afterwards, as usual.
template <class... Parameters, class... Arguments>
void launch_dependently(void (*kernel)(Parameters...), bool overlaps, dim3 blocks, dim3 threads, CUstream_st* stream,
                        Arguments&&... arguments) {
  cudaLaunchAttribute overlap{};
  overlap.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  overlap.val.programmaticStreamSerializationAllowed = 1;
  cudaLaunchConfig_t how{};
  how.gridDim = blocks;
  how.blockDim = threads;
  how.stream = stream;
  how.attrs = &overlap;
  how.numAttrs = overlaps ? 1 : 0;
  HETEROSCOPE_CUDA(cudaLaunchKernelEx(&how, kernel, std::forward<Arguments>(arguments)...));
}

/// Why a GPU cannot overlap the launches of a kernel; empty if it can, or if there is none. A kernel whose code has no
/// wait in it, as that for older GPUs from which a driver makes code for this one, would read what the launch before
/// has not written yet.
inline std::string refusal_of_dependence(const device::Facts& facts) {
  return refusal_of_code(facts, 9, "launches that begin before the one ahead has ended");
}

}  // namespace heteroscope
