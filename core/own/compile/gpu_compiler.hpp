#pragma once

#include <string>
#include <vector>

#include "core/own/compile/compiled_code.hpp"
#include "core/own/compile/nvrtc.hpp"
#include "core/own/compile/nvrtc_process.hpp"

namespace heteroscope {

/// NVRTC, for one compute capability, in this process or in one of its own. It needs no GPU. It takes some tens of
/// milliseconds.
class GpuCompiler : public Compiler {
 public:
  /// `capability`: 90 is 9.0. `process`: compiles with the NVRTC that the system has; none: this process does, with
  /// `nvrtc`. Throws BadInput where that cannot be used, or makes no code for the capability.
  GpuCompiler(const Nvrtc& nvrtc, int capability, NvrtcProcess* process = nullptr);

  [[nodiscard]] std::vector<std::string> identity() const override;
  [[nodiscard]] CompilerOutput compile(const CompileTask& task, const std::string& text) const override;
  [[nodiscard]] std::string_view prelude(const CompileTask& task) const override;
  [[nodiscard]] std::string check_of(const CompileTask& task, const KernelInstance& instance) const override;

 private:
  [[nodiscard]] std::vector<std::string> options() const;

  const Nvrtc& nvrtc_;
  int capability_;
  NvrtcProcess* process_;
};

}  // namespace heteroscope
