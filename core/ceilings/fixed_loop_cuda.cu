#include "core/ceilings/fixed_loop.hpp"
#include "core/device/cuda_check.cuh"
#include "core/device/device.hpp"
#include "core/memory/buffer.hpp"

namespace heteroscope::device {

namespace {

__global__ void turn(std::int64_t turns, std::uint32_t* to) {
  const std::uint32_t found = fixed_loop(turns);
  if (turns > 0) *to = found;
}

}  // namespace

void launch_fixed_loop(std::int64_t turns, std::uint32_t* to, CUstream_st* stream) {
  turn<<<1, 1, 0, stream>>>(turns, to);
  HETEROSCOPE_LAUNCHED(turn);
}

std::string wrong_fixed_loop() {
  constexpr std::int64_t turns = 37;
  const Stream stream;
  const Buffer sink(MemoryKind::device, sizeof(std::uint32_t));
  launch_fixed_loop(turns, static_cast<std::uint32_t*>(sink.device()), stream.get());
  std::uint32_t found = 0;
  copy(&found, sink.device(), sizeof found, Direction::to_host, stream);
  stream.synchronize();
  return found == fixed_loop(turns) ? std::string() : "the fixed loop gives another number than the host's";
}

}  // namespace heteroscope::device
