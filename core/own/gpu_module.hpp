#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <utility>

#include "core/device/device.hpp"
#include "core/device/limits/launches.hpp"
#include "core/own/source/launch_shape.hpp"
#include "core/types/basic_types.hpp"

struct CUlib_st;
struct CUstream_st;

/// Kernels that are loaded while the program runs. `gpu_module_cuda.cpp` stands behind this where the toolkit of the
/// build can do that, `gpu_module_none.cpp` elsewhere.
namespace heteroscope {

/// Returns why no such kernels can be run here; empty if they can.
std::string gpu_module_unavailable(const device::Facts& gpu);

/// A kernel of a module. Calls throw DeviceError.
class GpuKernel {
 public:
  /// `name`: for messages.
  GpuKernel(const void* handle, std::string name) : handle_(handle), name_(std::move(name)) {}

  /// CUDA's handle, as device::blocks_at_a_time() takes it.
  [[nodiscard]] const void* handle() const { return handle_; }
  /// Returns what it needs of the GPU in use.
  [[nodiscard]] device::KernelNeeds needs() const;
  /// Launches it with these arguments, which are copied; returns at once.
  void launch(const OwnLaunchShape& shape, BlockShape block, std::initializer_list<const void*> arguments,
              CUstream_st* stream) const;

 private:
  const void* handle_;
  std::string name_;
};

/// GPU machine code in this process; it is unloaded with the object, after which nothing of it may run. Calls throw
/// DeviceError.
class GpuModule {
 public:
  /// `cubin`: for the compute capability of the GPUs that run it.
  explicit GpuModule(std::string cubin);
  ~GpuModule();
  GpuModule(const GpuModule&) = delete;
  GpuModule& operator=(const GpuModule&) = delete;

  [[nodiscard]] GpuKernel kernel(const std::string& symbol, const std::string& name) const;

 private:
  std::string code_;
  [[maybe_unused]] CUlib_st* library_ = nullptr;  // gpu_module_none.cpp has no use for it
};

/// Copies bytes to the GPU's memory, in the stream's order. They may be gone when it returns.
void upload(void* to, std::span<const std::byte> bytes, CUstream_st* stream);

}  // namespace heteroscope
