#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "core/frame/counted_launches.hpp"
#include "core/model/launch_observer.hpp"

namespace heteroscope {

/// Takes down what a frame launches.
class LaunchNotes : public LaunchObserver {
 public:
  void around(const Job& job, const std::function<void()>& call) override;
  /// The number of variants' calls that were observed.
  [[nodiscard]] std::int64_t calls() const;
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
  std::int64_t calls_ = 0;
};

}  // namespace heteroscope
