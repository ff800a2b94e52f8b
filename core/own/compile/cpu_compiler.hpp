#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "core/own/compile/compiled_code.hpp"

namespace heteroscope {

/// The system's C++ compiler: GCC or clang. It makes a shared object for this machine's processor.
class CpuCompiler : public Compiler {
 public:
  /// Throws BadInput where there is none.
  explicit CpuCompiler(std::filesystem::path compiler = installed());
  /// The compiler that CXX names, else c++, g++ or clang++; empty where there is none.
  static std::filesystem::path installed();

  [[nodiscard]] std::vector<std::string> identity() const override;
  [[nodiscard]] CompilerOutput compile(const CompileTask& task, const std::string& text) const override;
  [[nodiscard]] std::string_view prelude(const CompileTask& /*task*/) const override { return {}; }
  [[nodiscard]] std::string check_of(const CompileTask& task, const KernelInstance& instance) const override;

 private:
  std::filesystem::path path_;
  std::string version_;  ///< with the options that -march=native stands for here
};

}  // namespace heteroscope
