#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/device/cpu/processor_use.hpp"
#include "core/device/management.hpp"

namespace heteroscope {

/// Beyond this share of the processors, or of the GPU, that other programs took, times are marked: no law is fitted to
/// them and nothing is concluded from them. A desktop at rest stays below it; a program that keeps one of up to 20
/// processors busy does not. Threads that share work wait for the one that lost the most, so that times are longer by
/// as much at least.
inline constexpr double much_taken = 0.05;

/// What other programs took while something was measured, as shares. A member is empty if it is unknown.
struct TakenByOthers {
  std::optional<double> cpu;  ///< of the processors that this process may use
  std::optional<double> gpu;  ///< of the GPU that computes, of several the one that lost the most
  bool counts_cpu = true;     ///< the CPU's time is in what was measured
  bool operator==(const TakenByOthers&) const = default;

  [[nodiscard]] bool of_cpu() const { return counts_cpu && cpu.value_or(0) > much_taken; }
  [[nodiscard]] bool of_gpu() const { return gpu.value_or(0) > much_taken; }
  [[nodiscard]] bool marked() const { return of_cpu() || of_gpu(); }
  /// The largest of the shares that mark it; 0 where none does.
  [[nodiscard]] double most() const { return std::max(of_cpu() ? *cpu : 0, of_gpu() ? *gpu : 0); }
};
/// "other programs took 48 % of the processors"; empty if it is not marked.
std::string others_text(const TakenByOthers& taken);
/// "48.2 %, 30.1 % (gpu)": of the processors, where `of_cpu`, and of the GPU, where `of_gpu`; "unknown" for what nobody
/// says.
std::string others_cell(const TakenByOthers& taken, bool of_cpu, bool of_gpu);

/// Sees what others take between begin() and end().
class OthersWatch {
 public:
  OthersWatch() { look(); }
  /// `gpus`: those that are to compute, by their places on the PCI bus. The library is the system's, for tests another.
  void begin(std::vector<std::string> gpus, const device::Management& management = device::Management::get());
  /// The use of the CPU since begin(), or since an earlier look if less than far_enough_apart() has passed.
  TakenByOthers end(const device::Management& management = device::Management::get());

 private:
  /// A GPU, and when its use was looked at last.
  struct Gpu {
    std::string address;
    std::uint64_t since = 0;
  };
  void look();

  std::vector<ProcessorUse> looks_;
  std::vector<Gpu> gpus_;
};

}  // namespace heteroscope
