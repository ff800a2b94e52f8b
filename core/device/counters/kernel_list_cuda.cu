#include <cuda_runtime.h>

#include <algorithm>
#include <map>
#include <mutex>
#include <string>
#include <unordered_set>
#include <utility>

#include "core/base/error.hpp"
#include "core/device/counters/kernel_list.hpp"
#include "core/device/counters/kernel_name.hpp"
#include "core/device/cuda_check.cuh"
#include "core/device/device.hpp"
#include "core/device/likeness.hpp"
#include "core/device/limits/launches.hpp"
#include "core/device/limits/occupancy.hpp"

// The compiler's start-up code registers every kernel by its host function and its name; a launch names the host
// function or a handle made of it. The linker leads these calls of the CUDA runtime through the functions below
// (`--wrap`, core/CMakeLists.txt), which note what they see and pass it on.

namespace heteroscope::device {
namespace {

struct Registered {
  const void* host_function;
  std::string mangled;
};

/// Kernels in the order in which they are registered, before main() begins.
class Registry {
 public:
  static Registry& get() {
    static Registry registry;
    return registry;
  }

  void add(const void* host_function, const char* mangled) {
    const std::lock_guard lock(mutex_);
    registered_.push_back({host_function, mangled});
  }
  void add_handle(const void* handle, const void* host_function) {
    const std::lock_guard lock(mutex_);
    function_of_handle_[handle] = host_function;
  }
  void name_loaded(const void* handle, std::string name) {
    const std::lock_guard lock(mutex_);
    loaded_names_[handle] = std::move(name);
  }
  /// `function`: a host function or a handle.
  Launch note_launch(const void* function, dim3 grid, dim3 block, std::size_t shared) {
    const std::lock_guard lock(mutex_);
    const auto handle = function_of_handle_.find(function);
    const void* host_function = handle != function_of_handle_.end() ? handle->second : function;
    launched_.insert(host_function);
    const Launch out{host_function, {grid.x, grid.y, grid.z}, {block.x, block.y, block.z}, shared};
    if (std::vector<Launch>* const list = LaunchTap::list()) list->push_back(out);
    return out;
  }
  /// Empty for what is neither registered nor has been given a name.
  std::string name_of(const void* host_function) {
    const std::lock_guard lock(mutex_);
    settle();
    if (const auto own = index_of_.find(host_function); own != index_of_.end()) return names_[own->second];
    if (const auto loaded = loaded_names_.find(host_function); loaded != loaded_names_.end()) return loaded->second;
    const auto found = std::ranges::find(registered_, host_function, &Registered::host_function);
    return found != registered_.end() ? readable_kernel_name(found->mangled) : std::string();
  }
  const std::vector<std::string>& names() {
    const std::lock_guard lock(mutex_);
    settle();
    return names_;
  }
  std::vector<std::size_t> take_launched() {
    const std::lock_guard lock(mutex_);
    settle();
    std::vector<std::size_t> out;
    for (const void* function : std::exchange(launched_, {})) {
      if (const auto found = index_of_.find(function); found != index_of_.end()) out.push_back(found->second);
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());  // files may have the same instance
    return out;
  }

 private:
  /// Names and indices, once all are registered; the mutex is held.
  void settle() {
    if (!names_.empty()) return;
    struct Own {
      std::string name, mangled;
      const void* host_function;
      auto operator<=>(const Own&) const = default;
    };
    std::vector<Own> own;
    for (const Registered& each : registered_) {
      if (each.mangled.find("heteroscope") == std::string::npos) continue;
      own.push_back({readable_kernel_name(each.mangled), each.mangled, each.host_function});
    }
    std::sort(own.begin(), own.end());
    int alike = 1;
    for (std::size_t i = 0; i < own.size(); ++i) {
      const bool same_name = i > 0 && own[i].name == own[i - 1].name;
      // an instance that two files have is one kernel; two files' own kernels of one name are two
      if (!same_name || own[i].mangled != own[i - 1].mangled) {
        alike = same_name ? alike + 1 : 1;
        names_.push_back(alike > 1 ? own[i].name + " (" + std::to_string(alike) + ")" : own[i].name);
      }
      index_of_[own[i].host_function] = names_.size() - 1;
    }
  }

  std::mutex mutex_;
  std::vector<Registered> registered_;
  std::map<const void*, const void*> function_of_handle_;
  std::unordered_set<const void*> launched_;
  std::vector<std::string> names_;
  std::map<const void*, std::size_t> index_of_;
  std::map<const void*, std::string> loaded_names_;  ///< by handle; one that CUDA gives again gets its new name
};

/// Notes a launch that is about to be made. Throws DeviceError where the GPU is held to a smaller one that could not
/// make it (HETEROSCOPE_LIKE).
void before_launch(const void* function, dim3 grid, dim3 block, std::size_t shared, bool cooperative) {
  const Launch launch = Registry::get().note_launch(function, grid, block, shared);
  const Facts& gpu = facts();
  if (gpu.held_to.empty()) return;
  const std::string refusal = refusal_of_launch(gpu, kernel_needs(launch.function), launch, cooperative);
  if (refusal.empty()) return;
  throw DeviceError("launch of " + Registry::get().name_of(launch.function) + ": " + refusal);
}

}  // namespace

const std::vector<std::string>& kernels() {
  return Registry::get().names();
}

std::string kernel_name_of(const void* host_function) {
  return Registry::get().name_of(host_function);
}

std::vector<std::size_t> take_launched_kernels() {
  return Registry::get().take_launched();
}

KernelNeeds kernel_needs(const void* function) {
  cudaFuncAttributes has{};
  HETEROSCOPE_CUDA(cudaFuncGetAttributes(&has, function));
  return {has.numRegs, has.sharedSizeBytes, has.localSizeBytes, has.maxThreadsPerBlock};
}

void name_loaded_kernel(const void* handle, std::string name) {
  Registry::get().name_loaded(handle, std::move(name));
}

std::optional<KernelFacts> kernel_facts(const void* function) {
  std::string name = Registry::get().name_of(function);
  if (name.empty()) return std::nullopt;
  return KernelFacts{std::move(name), kernel_needs(function)};
}

int blocks_at_a_time(const void* function, int threads, std::size_t dynamic_shared) {
  int blocks = 0;
  HETEROSCOPE_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, threads, dynamic_shared));
  const Facts& gpu = facts();
  if (!gpu.held_to.empty())
    blocks = std::min(blocks, occupancy(kernel_needs(function), threads, dynamic_shared, gpu.multiprocessor).blocks);
  return blocks * gpu.multiprocessors;
}

}  // namespace heteroscope::device

using heteroscope::device::before_launch;
using heteroscope::device::Registry;

extern "C" {

// NOLINTBEGIN(bugprone-reserved-identifier): the linker's names
void __real___cudaRegisterFunction(void**, const char*, char*, const char*, int, uint3*, uint3*, dim3*, dim3*, int*);
void __wrap___cudaRegisterFunction(void** binary, const char* host_function, char* device_function, const char* name,
                                   int thread_limit, uint3* thread, uint3* block, dim3* block_size, dim3* grid_size,
                                   int* warp_size) {
  Registry::get().add(host_function, name);
  __real___cudaRegisterFunction(binary, host_function, device_function, name, thread_limit, thread, block, block_size,
                                grid_size, warp_size);
}

cudaError_t __real_cudaLaunchKernel(const void*, dim3, dim3, void**, std::size_t, cudaStream_t);
cudaError_t __wrap_cudaLaunchKernel(const void* function, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                                    cudaStream_t stream) {
  before_launch(function, grid, block, shared, false);
  return __real_cudaLaunchKernel(function, grid, block, arguments, shared, stream);
}

cudaError_t __real_cudaLaunchCooperativeKernel(const void*, dim3, dim3, void**, std::size_t, cudaStream_t);
cudaError_t __wrap_cudaLaunchCooperativeKernel(const void* function, dim3 grid, dim3 block, void** arguments,
                                               std::size_t shared, cudaStream_t stream) {
  before_launch(function, grid, block, shared, true);
  return __real_cudaLaunchCooperativeKernel(function, grid, block, arguments, shared, stream);
}

cudaError_t __real_cudaLaunchKernelExC(const cudaLaunchConfig_t*, const void*, void**);
cudaError_t __wrap_cudaLaunchKernelExC(const cudaLaunchConfig_t* configuration, const void* function,
                                       void** arguments) {
  before_launch(function, configuration->gridDim, configuration->blockDim, configuration->dynamicSmemBytes, false);
  return __real_cudaLaunchKernelExC(configuration, function, arguments);
}

cudaError_t __real_cudaFuncSetAttribute(const void*, cudaFuncAttribute, int);
cudaError_t __wrap_cudaFuncSetAttribute(const void* function, cudaFuncAttribute attribute, int value) {
  const heteroscope::device::Facts& gpu = heteroscope::device::facts();
  if (attribute == cudaFuncAttributeMaxDynamicSharedMemorySize && !gpu.held_to.empty() &&
      static_cast<std::size_t>(value) > gpu.shared_bytes_per_block) {
    return cudaErrorInvalidValue;  // as a GPU that has no more says
  }
  return __real_cudaFuncSetAttribute(function, attribute, value);
}

// Newer toolkits launch `<<<…>>>` by handles. Older ones have neither call, and then nobody calls these.
[[gnu::weak]] cudaError_t __real___cudaGetKernel(void** kernel, const void* host_function);
cudaError_t __wrap___cudaGetKernel(void** kernel, const void* host_function) {
  const cudaError_t status = __real___cudaGetKernel(kernel, host_function);
  if (status == cudaSuccess) Registry::get().add_handle(*kernel, host_function);
  return status;
}

[[gnu::weak]] cudaError_t __real___cudaLaunchKernel(void*, dim3, dim3, void**, std::size_t, cudaStream_t);
cudaError_t __wrap___cudaLaunchKernel(void* kernel, dim3 grid, dim3 block, void** arguments, std::size_t shared,
                                      cudaStream_t stream) {
  before_launch(kernel, grid, block, shared, false);
  return __real___cudaLaunchKernel(kernel, grid, block, arguments, shared, stream);
}
// NOLINTEND(bugprone-reserved-identifier)

}  // extern "C"
