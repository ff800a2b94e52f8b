#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/frame/frame.hpp"
#include "core/run/iteration/checkpoint_pace.hpp"
#include "core/run/iteration/state_planes.hpp"
#include "core/run/peers.hpp"
#include "core/run/shares/stage_run.hpp"

namespace heteroscope {

/// Keeps the state of an iterating workload from frame to frame and carries it on to the step that a plan asks for. A
/// state is carried on by whatever the next plan computes with, as long as it is of the same problem.
class IterationStore {
 public:
  explicit IterationStore(BufferPool& pool) : pool_(pool) {}

  /// Makes the frame's field, or its states where stages follow, those at the plan's step or where the iteration
  /// settled before it. False if it was cancelled; the steps that were taken by then stay.
  bool run(const StageContext& context, Frame& frame);
  /// Forgets the state.
  void trim() { state_.reset(); }

 private:
  struct Key {
    Problem start;
    std::shared_ptr<const Field> image;  ///< from which it is made
    bool operator==(const Key&) const = default;
  };
  /// Where a participant writes what it measures.
  struct MeasureBuffer {
    std::vector<double> host;  ///< of each round
    std::shared_ptr<Buffer> gpu;
  };
  /// What decides how long a step of a state takes.
  struct Way {
    const Variant* gpu = nullptr;
    const Variant* cpu = nullptr;
    BlockShape block;
    MemoryKind memory = MemoryKind::host;
    int threads = 0;
    std::vector<Participant> participants;
    Parts parts;
    bool operator==(const Way&) const = default;
  };
  struct State {
    Key key;
    StatePlanes planes;
    std::int64_t step = 0;
    std::vector<Stroke> painted;  ///< strokes that are part of it
    std::vector<Measured> measured;
    double ms = 0;  ///< that its steps have taken
    bool settled = false;
    bool start_on_host = false;   ///< the host's planes hold the start, whatever the GPU's do
    bool start_is_other = false;  ///< by a little: RunManner::other_input
    Way way;
    double step_ms = 0;  ///< that a step took last, by that way
  };

  static Key key_of(const Plan& plan);
  static Way way_of(const Plan& plan);
  /// Whether the state is on the way from the plan's start, with no stroke left out.
  static bool is_of(const State& state, const Plan& plan);
  std::unique_ptr<State> start(const StageContext& context) const;
  /// Makes it the start again, with all rows on the host.
  static void begin(const StageContext& context, State& state);
  /// The kept state, put back to its start, or a new one; the rows are where the plan computes them.
  std::unique_ptr<State> restarted(const StageContext& context);
  bool advance(const StageContext& context, State& state, std::int64_t target, Timing& timing);
  bool take(const StageContext& context, State& state, int steps, Timing& timing);
  /// Makes a state that has just been started what the store has kept.
  void restore(const StageContext& context, State& state) const;
  /// Keeps the state where it is time; false where the store wants it to stop.
  bool keep(const StageContext& context, State& state, std::int64_t target, Timing& timing);
  /// Brings the rows to the participants that the plan gives them to, with as many beyond as `steps` steps need.
  static void share_out(const Plan& plan, StatePlanes& planes, int steps, std::span<IterateJob> jobs);
  static void paint(const Plan& plan, State& state, const Stroke& stroke, Timing& timing);
  Field result(const StageContext& context, State& state, Timing& timing) const;
  /// This band's rows of the state's first plane go to who has the others.
  void hand_out_band(const StageContext& context, State& state, Timing& timing) const;
  std::vector<Field> of_participants(const StageContext& context, State& state, Timing& timing) const;
  Field gathered(const Plan& plan, State& state, std::optional<int> gpu, const RunManner& how, Timing& timing) const;
  /// What was measured of all rows, round by round, up to the one that settled.
  static std::vector<double> measured_in(const StageContext& context, std::span<const MeasureBuffer> buffers);
  /// Takes down what rounds of so many steps have measured, which took so many ms together.
  static void note(const StageContext& context, State& state, std::span<const double> measured, int steps, double ms);
  int worth_taking(const StageContext& context, const State& state, std::int64_t left) const;

  BufferPool& pool_;
  std::unique_ptr<State> state_;
  std::optional<CheckpointPace> pace_;  ///< of the frame under way, where its state is kept
};

}  // namespace heteroscope
