#include "core/own/cpu_module.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>

#include "core/base/error.hpp"
#include "core/io/private_folder.hpp"
#include "core/own/code_place.hpp"

namespace heteroscope {

CpuModule::CpuModule(const std::string& code, const std::string& unit) {
  // The loader takes a name that it knows for what it has loaded: each object has one of its own, in a folder that is
  // gone when it is loaded.
  const PrivateFolder folder;
  const std::filesystem::path file = folder.path() / "code.so";
  write_scratch_file(file, code);
  note_own_object({.path = std::filesystem::canonical(file).string(), .code = code, .unit = unit});
  handle_ = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle_ == nullptr) throw VariantFault(fmt::format("the compiled variant cannot be loaded: {}", dlerror()));
}

CpuModule::Function CpuModule::function(const std::string& symbol) const {
  void* const found = dlsym(handle_, symbol.c_str());
  if (found == nullptr) throw VariantFault(fmt::format("the compiled variant has no function {}", symbol));
  return reinterpret_cast<Function>(found);
}

}  // namespace heteroscope
