#pragma once

#include <string>

#include "core/own/compile/compiled_code.hpp"
#include "core/own/source/own_source.hpp"

namespace heteroscope {

/// Machine code as text.
struct Disassembly {
  std::string tool;     ///< "nvdisasm"
  std::string text;     ///< its first MiB; empty: there is none
  std::string why_not;  ///< one line that says why there is none
};

/// Disassembles the code of a source: that of a GPU's kernels by nvdisasm, which a CUDA toolkit has, with the source's
/// lines; that of functions for the CPU by binutils' objdump. Nothing of the code is executed. Throws BadInput where
/// the tool is there and cannot be started.
Disassembly disassembly(const CompiledCode& code, const OwnSource& source);

}  // namespace heteroscope
