#pragma once

#include <string>
#include <vector>

namespace heteroscope {

/// A shared object in this process, from where it is never unloaded: threads of its OpenMP may still wait in it.
class CpuModule {
 public:
  /// `code`: the bytes of its file; `unit`: the person's file, as its line numbers name it (unit_name()). Throws
  /// VariantFault, with the loader's reason.
  CpuModule(const std::string& code, const std::string& unit);

  /// A function that computes, with the arguments of a launch.
  using Function = void (*)(const void* arguments);
  /// Throws VariantFault where there is none of that name.
  [[nodiscard]] Function function(const std::string& symbol) const;

 private:
  void* handle_ = nullptr;
};

}  // namespace heteroscope
