#pragma once

#include <cstddef>
#include <string>
#include <type_traits>

#include "core/device/cuda_check.cuh"
#include "core/device/device.hpp"

struct CUstream_st;

/// Cooperative launches: kernels whose blocks wait for each other (grid.sync(), flags in memory). None of the blocks
/// may have to wait for room on the GPU.
namespace heteroscope {

/// Launches a kernel of no more blocks than the GPU holds at a time. Throws DeviceError where there are more.
template <class... Parameters>
void launch_cooperatively(void (*kernel)(Parameters...), unsigned blocks, int threads, std::size_t shared_bytes,
                          CUstream_st* stream, std::type_identity_t<Parameters>... values) {
  void* arguments[] = {&values...};
  HETEROSCOPE_CUDA(cudaLaunchCooperativeKernel(reinterpret_cast<const void*>(kernel), dim3(blocks),
                                               dim3(static_cast<unsigned>(threads)), arguments, shared_bytes, stream));
}

/// The reason why a GPU has no such launches; empty if it has, or if there is no GPU.
inline std::string refusal_of_cooperation(const device::Facts& facts) {
  return !facts.available || facts.cooperative_launch ? ""
                                                      : "blocks that wait for each other need cooperative launches";
}

}  // namespace heteroscope
