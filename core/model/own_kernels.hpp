#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "core/model/any_job.hpp"
#include "core/types/types.hpp"

namespace heteroscope {

/// One launch of a kernel that a person has written: its arguments, of the stage's struct, and the cells that it is
/// over.
struct OwnLaunch {
  const void* arguments = nullptr;
  std::size_t bytes = 0;  ///< of the arguments
  Size cells;
};

/// How a stage computes with a kernel from a person's file: the kernel takes a struct of arguments, which is a template
/// over the type of a value, and the stage makes these arguments from a job. GPU kernels take it by value, functions
/// for the CPU by reference.
struct OwnKernels {
  std::string_view header;     ///< that declares the arguments: "kernels/heat/own.hpp"
  std::string_view arguments;  ///< "heteroscope::heat::Step"
  std::string_view gpu_start;  ///< the text of a file to start from: the simplest kernel
  std::string_view cpu_start;  ///< the same for the CPU: the plain loop
  /// Calls `launch` for each launch of the job, in their order.
  void (*launches)(const AnyJob& job, const std::function<void(const OwnLaunch&)>& launch) = nullptr;
};

}  // namespace heteroscope
