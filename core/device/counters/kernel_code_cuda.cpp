#include "core/device/counters/kernel_code.hpp"

#include <fatbinary_section.h>

#include <map>
#include <mutex>
#include <span>
#include <utility>

#include "core/device/counters/counters.hpp"
#include "core/device/counters/cubin.hpp"
#include "core/device/counters/cupti.cuh"
#include "core/device/device.hpp"
#include "core/device/driver_call.cuh"

namespace heteroscope::device {

namespace {

using Instructions = std::map<std::string, std::size_t, std::less<>>;

/// What this thread waits for; other threads may load modules at the same time.
thread_local Instructions* listening = nullptr;

void CUPTIAPI module_loaded(void*, CUpti_CallbackDomain, CUpti_CallbackId, const void* data) {
  if (listening == nullptr) return;
  const auto& resource = *static_cast<const CUpti_ResourceData*>(data);
  const auto& module = *static_cast<const CUpti_ModuleResourceData*>(resource.resourceDescriptor);
  if (module.pCubin == nullptr) return;
  listening->merge(instructions_by_kernel(std::as_bytes(std::span(module.pCubin, module.cubinSize))));
}

/// While it lives, the kernels of modules that this thread loads are noted.
class Listening {
 public:
  explicit Listening(Instructions& seen) {
    cupti_.check(cupti_.cuptiSubscribe(&subscriber_, module_loaded, nullptr), "code of kernels");
    const CUptiResult enabled =
        cupti_.cuptiEnableCallback(1, subscriber_, CUPTI_CB_DOMAIN_RESOURCE, CUPTI_CBID_RESOURCE_MODULE_LOADED);
    if (enabled != CUPTI_SUCCESS) cupti_.cuptiUnsubscribe(subscriber_);
    cupti_.check(enabled, "code of kernels");
    listening = &seen;
  }
  ~Listening() {
    listening = nullptr;
    cupti_.cuptiUnsubscribe(subscriber_);
  }
  Listening(const Listening&) = delete;
  Listening& operator=(const Listening&) = delete;

 private:
  const Cupti& cupti_ = Cupti::get();
  CUpti_SubscriberHandle subscriber_ = nullptr;
};

[[noreturn]] void refuse(const std::string& why) {
  throw CountersUnavailable("code of kernels: " + why);
}

const void* image_of(const void* binary) {
  const auto* const wrapper = static_cast<const __fatBinC_Wrapper_t*>(binary);
  if (wrapper == nullptr || wrapper->magic != FATBINC_MAGIC || wrapper->data == nullptr)
    refuse("what the compiler registered is of a kind that is not known");
  return wrapper->data;
}

/// Loads all code of a file once more, and lets it go again. `mangled` is loaded for sure, others perhaps.
void load_again(const void* image, const std::string& mangled) {
  const auto load = driver_call<decltype(&cuModuleLoadData)>("cuModuleLoadData", 2000);
  const auto unload = driver_call<decltype(&cuModuleUnload)>("cuModuleUnload", 2000);
  const auto function_of = driver_call<decltype(&cuModuleGetFunction)>("cuModuleGetFunction", 2000);
  const auto attribute = driver_call<decltype(&cuFuncGetAttribute)>("cuFuncGetAttribute", 2020);
  if (load == nullptr || unload == nullptr || function_of == nullptr || attribute == nullptr)
    refuse("the driver cannot load a module");
  CUmodule module = nullptr;
  if (const CUresult status = load(&module, image); status != CUDA_SUCCESS)
    refuse("the driver does not load it by itself (error " + std::to_string(status) + ")");
  CUfunction function = nullptr;
  int registers = 0;
  // a driver may put off the loading until something is asked of the function
  CUresult status = function_of(&function, module, mangled.c_str());
  if (status == CUDA_SUCCESS) status = attribute(&registers, CU_FUNC_ATTRIBUTE_NUM_REGS, function);
  unload(module);
  if (status != CUDA_SUCCESS) refuse("the driver does not find the kernel (error " + std::to_string(status) + ")");
}

/// What was found in each file, by GPU.
struct Known {
  std::mutex mutex;
  std::map<std::pair<const void*, int>, Instructions> kernels;
};

}  // namespace

std::size_t instructions_in(const void* binary, const std::string& mangled) {
  static Known known;
  const std::lock_guard lock(known.mutex);
  if (all()[static_cast<std::size_t>(Use::in_use())].major < 7)
    refuse("before compute capability 7.0 instructions have no size that is documented");
  Instructions& kernels = known.kernels[{binary, Use::card_in_use()}];
  auto found = kernels.find(mangled);
  if (found == kernels.end()) {
    HETEROSCOPE_CUDA(cudaFree(nullptr));  // makes the context, where nothing has been done yet
    const void* const image = image_of(binary);
    const Listening whatever_is_loaded(kernels);
    load_again(image, mangled);
    found = kernels.find(mangled);
  }
  if (found == kernels.end()) refuse("CUPTI did not show it");
  return found->second;
}

}  // namespace heteroscope::device
