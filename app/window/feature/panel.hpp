#pragma once

#include "app/window/model/state.hpp"

namespace heteroscope {

/// A section beside or below the picture. It edits the state's settings and puts actions into it; what it keeps beyond
/// what all of the window share is its own.
class Panel {
 public:
  Panel() = default;
  Panel(const Panel&) = delete;
  Panel& operator=(const Panel&) = delete;
  virtual ~Panel() = default;

  virtual void build(State& state) = 0;
  /// The settings are of another workload: what belonged to the one before goes.
  virtual void leave_workload() {}
  /// It waits for what is being made.
  [[nodiscard]] virtual bool moves() const { return false; }
  /// It measures times.
  [[nodiscard]] virtual bool measures() const { return false; }
};

}  // namespace heteroscope
