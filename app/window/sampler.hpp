#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "app/window/pictures.hpp"
#include "core/buffer.hpp"
#include "core/sample.hpp"

namespace heteroscope {

/// A part of one of a frame's pictures.
struct SampleOrder {
  std::shared_ptr<const Frame> frame;
  Role role = Role::result;
  SampleGrid grid;
  bool coarse = false;  ///< the frame is a preview
};

struct Sampled {
  SampleOrder order;
  Field field;
  double ms = 0;
  std::string error;  ///< one line; then there is no field
};

/// Samples pictures on a thread of its own: a large one on the host takes longer than the window may wait. One at a
/// time; what is asked while it works is asked again by the caller.
class Sampler {
 public:
  Sampler() = default;
  Sampler(const Sampler&) = delete;
  Sampler& operator=(const Sampler&) = delete;

  [[nodiscard]] bool busy() const;
  /// Does nothing while busy.
  void start(SampleOrder order);
  /// The finished sample, once.
  std::optional<Sampled> take();

 private:
  mutable std::mutex mutex_;
  bool busy_ = false;
  std::optional<Sampled> sampled_;
  BufferPool pool_;
  std::jthread thread_;  // last: joined before what it writes to goes
};

}  // namespace heteroscope
