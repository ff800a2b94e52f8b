#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

/// Which kernels are launched, with what, and what each asks of a multiprocessor.
namespace heteroscope::device {

/// A kernel's launch by the host.
struct Launch {
  /// The function of the host that stands for the kernel, or CUDA's handle of one that is loaded at run time.
  const void* function = nullptr;
  std::array<unsigned, 3> grid{1, 1, 1};
  std::array<unsigned, 3> block{1, 1, 1};
  std::size_t dynamic_shared = 0;  ///< bytes a block
  bool operator==(const Launch&) const = default;

  [[nodiscard]] int threads() const { return static_cast<int>(block[0] * block[1] * block[2]); }
};

/// While it lives, what its thread launches is added to the list. Libraries that bring their own runtime (cuBLAS) are
/// not seen, nor what kernels launch themselves.
class LaunchTap {
 public:
  explicit LaunchTap(std::vector<Launch>& list);
  ~LaunchTap();
  LaunchTap(const LaunchTap&) = delete;
  LaunchTap& operator=(const LaunchTap&) = delete;
  /// The list to which this thread's launches are added; null if nobody listens.
  static std::vector<Launch>* list();

 private:
  std::vector<Launch>* before_;
};

/// The resources of a multiprocessor that a kernel needs, as it was compiled for a GPU.
struct KernelNeeds {
  int registers = 0;              ///< a thread
  std::size_t static_shared = 0;  ///< bytes a block
  std::size_t local_bytes = 0;    ///< a thread's memory beside its registers: spilled ones, and arrays of its own
  int most_threads = 1024;        ///< a block
};

/// A kernel by its name, as kernels() has it (core/device/counters/kernel_list.hpp); that of a library, and one that is
/// loaded at run time, by its own.
struct KernelFacts {
  std::string name;
  KernelNeeds needs;
};

/// How many blocks of a kernel, with so many threads and so much dynamic shared memory, the current GPU runs at a time;
/// 0 if it cannot run any. Throws DeviceError.
int blocks_at_a_time(const void* function, int threads, std::size_t dynamic_shared);

/// Returns what a kernel needs on the GPU in use. `function`: as in Launch. Throws DeviceError.
KernelNeeds kernel_needs(const void* function);

/// Gives the kernel of a handle a name, by which kernel_facts() knows it.
void name_loaded_kernel(const void* handle, std::string name);

/// On the GPU in use; nothing for a function that is neither one of the program's kernels nor one with a name. Throws
/// DeviceError.
std::optional<KernelFacts> kernel_facts(const void* function);

}  // namespace heteroscope::device
