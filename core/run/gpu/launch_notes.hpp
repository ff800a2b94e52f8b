#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "core/device/limits/launches.hpp"
#include "core/model/launch_observer.hpp"

namespace heteroscope {

/// Launches of one kernel by one stage, all alike.
struct NotedKernel {
  int stage = 0;
  device::KernelFacts kernel;
  device::Launch launch;
  std::int64_t launches = 0;
};

/// Takes down what a frame launches.
class LaunchNotes : public LaunchObserver {
 public:
  void around(const Job& job, const std::function<void()>& call) override;
  /// The number of variants' calls that were observed.
  [[nodiscard]] std::size_t calls() const;
  /// In the order of their first launches, as compiled for the GPU in use.
  [[nodiscard]] std::vector<NotedKernel> kernels() const;

 private:
  struct Note {
    int stage;
    device::Launch launch;
    std::int64_t launches;
  };
  mutable std::mutex mutex_;
  std::vector<Note> notes_;
  std::size_t calls_ = 0;
};

}  // namespace heteroscope
