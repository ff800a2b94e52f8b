#pragma once

#include <map>
#include <memory>
#include <optional>
#include <utility>

#include "core/frame.hpp"
#include "core/stage_run.hpp"
#include "core/state_planes.hpp"

namespace heteroscope {

/// Keeps the state of an iterating workload from frame to frame and carries it on to the step that a plan asks for. A
/// state is carried on by whatever the next plan computes with, as long as it is of the same problem.
class IterationStore {
 public:
  explicit IterationStore(BufferPool& pool) : pool_(pool) {}

  /// Makes the frame's field the result at the plan's step, or where the iteration settled before it. False if it was
  /// cancelled; the steps that were taken by then stay.
  bool run(const StageContext& context, Frame& frame);
  /// Forgets the state.
  void trim() { state_.reset(); }

 private:
  struct Key {
    std::string_view workload;
    Values parameters;
    Extent extent;
    Source source;  ///< where the start is made from it
    Size source_size;
    std::shared_ptr<const Field> image;
    bool operator==(const Key&) const = default;
  };
  struct MeasureBuffers {
    double host = 0;
    std::shared_ptr<Buffer> gpu;
  };
  struct State {
    Key key;
    StatePlanes planes;
    std::int64_t step = 0;
    std::vector<Stroke> painted;  ///< strokes that are part of it
    std::vector<Measured> measured;
    double ms = 0;  ///< that its steps have taken
    bool settled = false;
  };

  static Key key_of(const Plan& plan);
  /// Whether the state can be carried on to what the plan asks for.
  static bool leads_to(const State& state, const Plan& plan);
  std::unique_ptr<State> start(const StageContext& context) const;
  bool advance(const StageContext& context, State& state, std::int64_t target, Timing& timing);
  bool take(const StageContext& context, State& state, int steps, Timing& timing);
  void paint(const StageContext& context, State& state, const Stroke& stroke, Timing& timing) const;
  Field result(const StageContext& context, State& state, Timing& timing) const;
  void note(const StageContext& context, State& state, const MeasureBuffers& buffers) const;
  int worth_taking(const StageContext& context, const State& state, std::int64_t left);

  BufferPool& pool_;
  std::unique_ptr<State> state_;
  /// What a step took last, ms, by the variants that took it and the size.
  std::map<std::pair<std::pair<const Variant*, const Variant*>, std::int64_t>, double> step_ms_;
};

}  // namespace heteroscope
