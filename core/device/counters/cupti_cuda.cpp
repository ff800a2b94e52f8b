#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <string_view>

#include "core/device/counters/counters.hpp"
#include "core/device/counters/cupti.cuh"

namespace heteroscope::device {

namespace {

/// Opens the library of the version of the headers that were compiled, where the loader finds it or where the toolkit
/// puts it.
void* open_library(std::string& name) {
  name = "libcupti.so." + std::to_string(CUDART_VERSION / 1000);
  for (const char* folder : {"", "/usr/local/cuda/extras/CUPTI/lib64/", "/usr/local/cuda/lib64/"}) {
    if (void* const found = dlopen((folder + name).c_str(), RTLD_LAZY | RTLD_LOCAL)) return found;
  }
  return nullptr;
}

struct Loaded {
  Cupti functions;
  std::string missing;
};

Loaded load() {
  Loaded out;
  std::string name;
  void* const library = open_library(name);
  if (library == nullptr) {
    out.missing = "counters: " + name + " cannot be loaded; it is part of the CUDA toolkit (CUPTI)";
    return out;
  }
  const auto find = [&]<class Function>(Function*& function, const char* symbol) {
    function = reinterpret_cast<Function*>(dlsym(library, symbol));
    if (function == nullptr) out.missing = "counters: " + name + " is too old: it has no " + symbol;
  };
#define HETEROSCOPE_FIND(symbol) find(out.functions.symbol, #symbol)
  HETEROSCOPE_CUPTI_FUNCTIONS(HETEROSCOPE_FIND);
#undef HETEROSCOPE_FIND
  return out;
}

/// What a person can do about the error; empty if nothing is known.
std::string_view way_out(CUptiResult status) {
  switch (status) {
    case CUPTI_ERROR_INSUFFICIENT_PRIVILEGES:
      return "the driver shows counters only to administrators; for all users set the option "
             "NVreg_RestrictProfilingToAdminUsers=0 of the kernel module nvidia (in /etc/modprobe.d), and "
             "restart";
    case CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES:
      return "the host of this virtual GPU must allow profiling";
    case CUPTI_ERROR_HARDWARE_BUSY:
      return "another program is profiling this GPU";
    case CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED:
      return "another tool is already profiling this program";
    default:
      return {};
  }
}

}  // namespace

const Cupti& Cupti::get() {
  static const Loaded loaded = load();
  if (!loaded.missing.empty()) throw CountersUnavailable(loaded.missing);
  return loaded.functions;
}

void Cupti::check(CUptiResult status, const char* what) const {
  if (status == CUPTI_SUCCESS) return;
  if (const std::string_view known = way_out(status); !known.empty())
    throw CountersUnavailable("counters: " + std::string(known));
  const char* words = nullptr;
  cuptiGetResultString(status, &words);
  throw CountersUnavailable(std::string("counters: ") + what + ": " + (words != nullptr ? words : "unknown failure"));
}

}  // namespace heteroscope::device
