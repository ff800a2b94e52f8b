#include <utility>

#include "core/base/error.hpp"
#include "core/own/gpu_module.hpp"

/// Linked in place of gpu_module_cuda.cpp where there is no CUDA toolkit, or one whose runtime does not load code while
/// a program runs.
namespace heteroscope {
namespace {

constexpr const char* why_not = "this program was built without a CUDA toolkit that loads kernels at run time";

}  // namespace

std::string gpu_module_unavailable(const device::Facts&) {
  return why_not;
}

GpuModule::GpuModule(std::string cubin) : code_(std::move(cubin)) {
  throw DeviceError(why_not);
}
// No `= default`: it is trivial in this build only.
GpuModule::~GpuModule() {}

GpuKernel GpuModule::kernel(const std::string&, const std::string&) const {
  throw DeviceError(why_not);
}

device::KernelNeeds GpuKernel::needs() const {
  throw DeviceError(why_not);
}

void GpuKernel::launch(const OwnLaunchShape&, BlockShape, std::initializer_list<const void*>, CUstream_st*) const {
  throw DeviceError(why_not);
}

void upload(void*, std::span<const std::byte>, CUstream_st*) {
  throw DeviceError(why_not);
}

}  // namespace heteroscope
