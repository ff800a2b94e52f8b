#include <cuda_runtime.h>
#include <fmt/format.h>

#include <utility>
#include <vector>

#include "core/base/error.hpp"
#include "core/device/cuda_check.cuh"
#include "core/own/gpu_module.hpp"

namespace heteroscope {
namespace {

constexpr std::int64_t usual_shared = 48 << 10;

/// A request for more shared memory than every GPU has, which is of a kernel and not of a launch.
void allow_shared(const void* kernel, std::int64_t bytes) {
  if (bytes <= usual_shared) return;
  HETEROSCOPE_CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(bytes)));
}

/// Returns why blocks of that shape cannot be launched, if it is for the registers of their threads; else empty.
std::string refusal_of_block(const device::KernelNeeds& needs, BlockShape block) {
  if (block.threads() <= needs.most_threads) return {};
  return fmt::format("a block of {} x {} has too many threads: with {} registers a thread, there are {} at most",
                     block.x, block.y, needs.registers, needs.most_threads);
}

}  // namespace

std::string gpu_module_unavailable(const device::Facts&) {
  return {};
}

GpuModule::GpuModule(std::string cubin) : code_(std::move(cubin)) {
  HETEROSCOPE_CUDA(cudaLibraryLoadData(&library_, code_.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
}

GpuModule::~GpuModule() {
  device::report(cudaLibraryUnload(library_), "cudaLibraryUnload");
}

GpuKernel GpuModule::kernel(const std::string& symbol, const std::string& name) const {
  cudaKernel_t out = nullptr;
  HETEROSCOPE_CUDA(cudaLibraryGetKernel(&out, library_, symbol.c_str()));
  device::name_loaded_kernel(out, name);
  return {out, name};
}

device::KernelNeeds GpuKernel::needs() const {
  return device::kernel_needs(handle_);
}

void GpuKernel::launch(const OwnLaunchShape& shape, BlockShape block, std::initializer_list<const void*> arguments,
                       CUstream_st* stream) const {
  allow_shared(handle_, shape.dynamic_shared);
  const auto count = [&](std::size_t axis) { return static_cast<unsigned>(shape.grid[axis]); };
  const dim3 grid(count(0), count(1), count(2));
  const dim3 threads(static_cast<unsigned>(block.x), static_cast<unsigned>(block.y));
  std::vector<void*> places;  // CUDA only reads what lies there
  for (const void* const each : arguments) places.push_back(const_cast<void*>(each));
  const cudaError_t status =
      cudaLaunchKernel(handle_, grid, threads, places.data(), static_cast<std::size_t>(shape.dynamic_shared), stream);
  if (status == cudaSuccess) return;
  const std::string call = "launch of " + name_;
  cudaGetLastError();  // the next launch's check would take this one's error for its own
  if (const std::string why = refusal_of_block(needs(), block); !why.empty()) throw DeviceError(call + ": " + why);
  device::check(status, call.c_str(), __FILE__, __LINE__);
}

void upload(void* to, std::span<const std::byte> bytes, CUstream_st* stream) {
  // of memory that is not page-locked CUDA keeps a copy
  HETEROSCOPE_CUDA(cudaMemcpyAsync(to, bytes.data(), bytes.size(), cudaMemcpyHostToDevice, stream));
}

}  // namespace heteroscope
