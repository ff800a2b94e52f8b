#pragma once

#include <string>
#include <vector>

#include "core/own/compile/compiled_code.hpp"
#include "core/own/compile/nvrtc.hpp"

namespace heteroscope {

/// NVRTC, for one compute capability. It needs no GPU. It takes some tens of milliseconds.
class GpuCompiler : public Compiler {
 public:
  /// `capability`: 90 is 9.0. Throws BadInput where this NVRTC cannot be used, or makes no code for that.
  GpuCompiler(const Nvrtc& nvrtc, int capability);

  [[nodiscard]] std::vector<std::string> identity() const override;
  [[nodiscard]] CompilerOutput compile(const CompileTask& task, const std::string& text) const override;
  [[nodiscard]] std::string_view prelude(const CompileTask& task) const override;
  [[nodiscard]] std::string check_of(const CompileTask& task, const KernelInstance& instance) const override;

 private:
  [[nodiscard]] std::vector<std::string> options() const;

  const Nvrtc& nvrtc_;
  int capability_;
};

}  // namespace heteroscope
