#pragma once

#include <cstddef>
#include <optional>
#include <string>

/// The machine code of the program's kernels.
namespace heteroscope::device {

/// How long a kernel's machine code is; as instructions_by_kernel() counts (core/device/counters/cubin.hpp).
struct KernelCode {
  std::optional<std::size_t> instructions;
  std::string why_not;  ///< one line, where it is not known
};

/// Of a kernel by its host function, as compiled for the GPU in use, by the driver where the program brings none for
/// it. To see the code that the driver makes of it the kernel's file is loaded once more for that time, with CUPTI
/// listening. A file is looked at once a GPU.
KernelCode kernel_code(const void* function);

/// The same of a kernel by its mangled name. `binary`: what the compiler's start-up code registered, with all kernels
/// of a file. Throws CountersUnavailable. Without CUPTI it always does.
std::size_t instructions_in(const void* binary, const std::string& mangled);

}  // namespace heteroscope::device
