#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <span>

#include "core/model/capabilities/table.hpp"
#include "core/plan/plan.hpp"
#include "core/run/frame.hpp"
#include "core/run/iteration/checkpoint_use.hpp"
#include "core/run/ranks/rank_use.hpp"

namespace heteroscope {

class LaunchObserver;

/// Where the result is wanted: on the host, on the plan's first GPU, or on the GPU that draws the window (number 0).
/// Without a GPU in the plan it is on the host.
enum class Destination { host, device, screen };

struct ExecuteOptions {
  Destination destination = Destination::host;
  bool summarize = true;
  bool trace = false;
  /// Looks on while the first GPU's kernels are launched; null: nobody does.
  LaunchObserver* observer = nullptr;
  /// Launches each GPU variant once more ahead of the timed launch, so that what is timed follows on a busy GPU: its
  /// time is the kernels' own, without the way from a sleeping device to their start. Not together with `cancel`; for
  /// an iteration only together with `restart` and the GPU alone.
  bool lead_in = false;
  /// Whatever the caches hold is put out of them right before each stage is timed, on the host and on the device: what
  /// it reads comes from memory. Of a lane alone, and of an iteration's first steps; instead of `lead_in`.
  bool cold = false;
  /// An iteration starts over, in a state of its own, and leaves the one that is kept from frame to frame alone.
  bool from_start = false;
  /// The state that an iteration keeps goes back to its start, with the rows where the plan computes them, before its
  /// steps are timed: every such frame does the same work. With `lead_in` it goes back once more after the launch
  /// ahead.
  bool restart = false;
  /// NaNs are put where the result goes before it is computed, and into memory that an iteration gives back: a variant
  /// that forgets to write something must not find right values there. Of an iteration with `from_start`.
  bool spoil = false;
  /// Set by another thread to stop early. When it is given, GPU work is launched in bands of rows short enough that a
  /// cancel takes effect within about 30 ms; without it each side computes its rows in one go.
  const std::atomic<bool>* cancel = nullptr;
  /// Told how far a table is.
  TableProgress table_progress{};
  /// Of a part: what reducing stages have found over the whole source, by stage. They are not run then.
  const std::vector<std::vector<double>>* reduced = nullptr;
  /// Only the source is made and the reducing stages are run, and `Frame::reduced` has their partials: what they found,
  /// not yet what it stands for. As if the source's largest magnitude were this, unless it is larger.
  std::optional<double> partials_at;
  /// Plans of the same workload, of a movie's key frames, say: where a table that is made for one of them serves this
  /// plan, too, it is made once. Values are as right; which of them are marked as uncertain may differ.
  std::span<const Plan> tables_of{};
  /// No such band has more rows (or pieces, or steps of an iteration) than this; 0: as many as the time allows.
  int most_band = 0;
  /// Of a plan that has one rank's band (core/plan/rank_bands.hpp): the others, which execute theirs at the same time
  /// and with the same options. The result of each is its band, what is said of it is of the whole. Without `cancel`,
  /// `lead_in`, `cold` and `trace`, on the host.
  RankUse ranks = {};
  /// The state of an iteration is kept beyond the process, and gone on with where it has been. Without `cancel`,
  /// `restart`, `lead_in` and `cold`. The frame is none where its keeper wants it to stop.
  CheckpointUse checkpoint = {};
};

/// Runs plans. The only place that allocates, times, synchronizes and joins. One thread at a time.
class Executor {
 public:
  Executor();
  ~Executor();
  Executor(const Executor&) = delete;
  Executor& operator=(const Executor&) = delete;

  /// Nothing if it was cancelled. Throws DeviceError, and BadInput where memory does not suffice.
  std::optional<Frame> execute(const Plan& plan, const ExecuteOptions& options);
  /// Frees pooled memory.
  void trim();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace heteroscope
