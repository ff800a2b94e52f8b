#pragma once

#include <functional>

#include "core/model/job.hpp"

namespace heteroscope {

/// Looks on while a frame is computed: stands around each call of a variant by a participant, on the thread that makes
/// it.
class LaunchObserver {
 public:
  virtual ~LaunchObserver() = default;
  /// Makes the call, which returns when all is computed, or launched on the job's stream.
  virtual void around(const Job& job, const std::function<void()>& call) = 0;
};

}  // namespace heteroscope
