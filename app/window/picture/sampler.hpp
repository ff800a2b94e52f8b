#pragma once

#include <memory>
#include <optional>
#include <string>

#include "app/window/feature/single_task.hpp"
#include "app/window/picture/pictures.hpp"
#include "core/memory/buffer.hpp"
#include "core/summary/sample.hpp"

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

/// Samples pictures on a thread of its own, since sampling a large picture on the host takes longer than a frame of the
/// window.
class Sampler {
 public:
  /// Starts a sample; does nothing while one is being made.
  void start(const SampleOrder& order);
  /// Returns the finished sample, once.
  std::optional<Sampled> take() { return task_.take(); }

 private:
  BufferPool pool_;
  SingleTask<Sampled> task_;  // last: it takes buffers from the pool
};

}  // namespace heteroscope
