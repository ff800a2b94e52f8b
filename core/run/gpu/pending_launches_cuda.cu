#include "core/device/cuda_check.cuh"
#include "core/run/gpu/pending_launches.hpp"

namespace heteroscope {

void make_room_for_launches(std::size_t pending) {
  std::size_t room = 0;
  HETEROSCOPE_CUDA(cudaDeviceGetLimit(&room, cudaLimitDevRuntimePendingLaunchCount));
  if (room < pending) HETEROSCOPE_CUDA(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, pending));
}

}  // namespace heteroscope
