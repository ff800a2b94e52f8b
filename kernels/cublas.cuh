#pragma once

#include <cublas_v2.h>
#include <dlfcn.h>

#include <mutex>
#include <string>

#include "core/base/error.hpp"
#include "core/device/device.hpp"
#include "core/device/per_gpu.hpp"

namespace heteroscope {

/// The cuBLAS library, loaded when it is first asked for: the program starts without it and runs everything else. There
/// is one handle for each GPU.
class Cublas {
 public:
  static Cublas& get() {
    static Cublas library;
    return library;
  }

  /// The library or function that is missing; empty if all is there.
  [[nodiscard]] const std::string& missing() const { return missing_; }

  /// Calls `body(handle)` with the handle of the current GPU, set to the stream and to scalars in host or device
  /// memory. It admits one caller at a time, and throws DeviceError if cuBLAS is missing or cannot start.
  template <class Body>
  void with_handle(cudaStream_t stream, cublasPointerMode_t scalars, Body body) {
    if (!missing_.empty()) throw DeviceError(missing_);
    const std::lock_guard lock(mutex_);
    const cublasHandle_t handle = handles_.get([this] {
      cublasHandle_t made = nullptr;
      check(create_(&made), "cublasCreate", __FILE__, __LINE__);
      return made;
    });
    check(set_stream_(handle, stream), "cublasSetStream", __FILE__, __LINE__);
    check(set_pointer_mode_(handle, scalars), "cublasSetPointerMode", __FILE__, __LINE__);
    body(handle);
  }

  /// Throws DeviceError with file, line, the call's text and cuBLAS's own words if the call failed.
  void check(cublasStatus_t status, const char* call, const char* file, int line) const {
    if (status == CUBLAS_STATUS_SUCCESS) return;
    throw DeviceError(std::string(file) + ":" + std::to_string(line) + ": " + call + ": " + status_string_(status));
  }

  decltype(&cublasSdot_v2) sdot = nullptr;
  decltype(&cublasDdot_v2) ddot = nullptr;
  decltype(&cublasSgeam) sgeam = nullptr;
  decltype(&cublasDgeam) dgeam = nullptr;

 private:
  Cublas() {
    // The version is that of the headers that were compiled.
    const std::string name = "libcublas.so." + std::to_string(CUBLAS_VER_MAJOR);
    library_ = dlopen(name.c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (library_ == nullptr) library_ = dlopen(("/usr/local/cuda/lib64/" + name).c_str(), RTLD_LAZY | RTLD_LOCAL);
    if (library_ == nullptr) {
      missing_ = "cuBLAS is missing: " + name + " cannot be loaded";
      return;
    }
    find(create_, "cublasCreate_v2");
    find(set_stream_, "cublasSetStream_v2");
    find(set_pointer_mode_, "cublasSetPointerMode_v2");
    find(status_string_, "cublasGetStatusString");
    find(sdot, "cublasSdot_v2");
    find(ddot, "cublasDdot_v2");
    find(sgeam, "cublasSgeam");
    find(dgeam, "cublasDgeam");
  }

  template <class Function>
  void find(Function*& function, const char* name) {
    function = reinterpret_cast<Function*>(dlsym(library_, name));
    if (function == nullptr) missing_ = std::string("cuBLAS is too old: it has no ") + name;
  }

  // Neither the library nor a handle is ever released: at the end of the process the driver may be gone before them.
  void* library_ = nullptr;
  std::string missing_;
  std::mutex mutex_;
  PerGpu<cublasHandle_t> handles_;
  decltype(&cublasCreate_v2) create_ = nullptr;
  decltype(&cublasSetStream_v2) set_stream_ = nullptr;
  decltype(&cublasSetPointerMode_v2) set_pointer_mode_ = nullptr;
  decltype(&cublasGetStatusString) status_string_ = nullptr;
};

#define HETEROSCOPE_CUBLAS(call) ::heteroscope::Cublas::get().check((call), #call, __FILE__, __LINE__)

/// The reason why the variants that call cuBLAS cannot run; empty if they can. Without a GPU that is the reason, and
/// the library is not loaded.
inline std::string cublas_unavailable(const device::Facts& facts) {
  return facts.available ? Cublas::get().missing() : std::string();
}

}  // namespace heteroscope
