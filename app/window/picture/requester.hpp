#pragma once

#include <optional>

#include "app/window/model/state.hpp"
#include "core/run/engine.hpp"

namespace heteroscope {

/// Between the settings and the engine: asks for what is not yet being computed, and says why something cannot be.
class Requester {
 public:
  explicit Requester(Catalog catalog) : engine_(catalog) {}

  /// Once a frame of the window: takes the engine's progress and asks for what the settings say.
  void update(State& state);
  /// Stops the present computation. True if there was one.
  bool cancel(State& state);
  Reference reference_of(const std::shared_ptr<const Frame>& frame) { return engine_.reference_of(frame); }

 private:
  void check(State& state);
  bool may_repeat(const State& state) const;

  Engine engine_;
  std::optional<Request> asked_;
};

}  // namespace heteroscope
