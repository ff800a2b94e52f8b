#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

#include "core/base/waiter.hpp"
#include "core/frame/checkpoint_use.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

class Peers;

/// Where the result is wanted: on the host, on the plan's first GPU, or on the GPU that draws the window (number 0).
/// Without a GPU in the plan it is on the host.
enum class Destination { host, device, screen };

/// What the caches hold when a stage is timed.
enum class CacheState {
  as_it_is,
  /// Each GPU variant is launched once more ahead of the timed launch, so that what is timed follows on a busy GPU: its
  /// time is the kernels' own, without the way from a sleeping device to their start. An iteration's on a GPU alone.
  led_in,
  /// Whatever the caches hold is put out of them right before each stage, on the host and on the device: what it reads
  /// comes from memory. Of a participant alone, and of an iteration's first steps.
  cold
};

/// A frame that is computed to its end: each participant has its rows in one launch, or, beside others, in pieces that
/// are sent to where they are wanted while the next are computed.
struct WholeRun {
  Destination destination = Destination::host;
  bool summarize = true;
  bool trace = false;
  ProgressSink progress{};
  /// The state of an iteration is kept beyond the process, and gone on with where it has been. The frame is none where
  /// the store wants it to stop.
  CheckpointUse checkpoint{};
};

/// A frame that somebody may give up: GPU work is launched in bands of rows short enough that this takes effect within
/// about 30 ms.
struct InteractiveRun {
  Destination destination = Destination::host;
  bool summarize = true;
  bool trace = false;
  /// An iteration starts over, in a state of its own, and leaves the one that is kept from frame to frame alone.
  bool from_start = false;
  Waiter waiter{};  ///< where it cannot be stopped, it is computed as a WholeRun
  /// Plans of the same workload, of a movie's key frames, say: where a table that is made for one of them serves this
  /// plan, too, it is made once. Values are as right; which of them are marked as uncertain may differ.
  std::span<const Plan> tables_of{};
  /// Asked now and then by whoever waits for a machine elsewhere: returns the plan that will be executed next, with the
  /// same options, once that is known, so that it is begun there while this one's answer is on its way.
  std::function<std::optional<Plan>()> next{};
};

/// A frame whose times count. The state that an iteration keeps goes back to its start, with the rows where the plan
/// computes them, before its steps are timed, and once more after a launch ahead: every such frame does the same work.
struct TimedRun {
  Destination destination = Destination::host;
  bool summarize = true;
  bool trace = false;
  CacheState caches = CacheState::as_it_is;
  std::stop_token stop{};  ///< looked at by what the CPU alone computes: no launch and no step is cut for it
  /// Some of the values that are read are clearly less, or a view without a source is aside by less than half a pixel:
  /// the same for the same number, whichever variant computes, so that results can be compared. Of a participant of
  /// this machine alone. None: the problem is the plan's.
  std::optional<std::uint32_t> other_problem{};
};

/// A frame whose kernels are noted and counted, on a GPU that computes alone. It is computed once to note them, and
/// once more for each pass of the counters, of an iteration the same steps each time; `Frame::counted` has what comes
/// of it. Nothing comes of it where it is given up between passes. Throws BadInput where the frame has too many calls
/// to count.
struct CountedRun {
  std::vector<std::string> counters{};  ///< names of hardware counters; none: the kernels are noted alone
  Waiter waiter{};                      ///< told of each pass
};

/// A frame whose values are compared: NaNs are put where the result goes before it is computed, and into memory that an
/// iteration takes; of a person's file also into an iteration's spare planes before each of its jobs of steps, which
/// have one step where launches are cut. A variant that forgets to write something must not find right values there.
struct CheckedRun {
  Destination destination = Destination::host;
  bool summarize = true;
  bool trace = false;
  bool from_start = true;  ///< as an InteractiveRun's
  /// Looked at by what the CPU alone computes, as a TimedRun's, or with `band`.
  std::stop_token stop{};
  /// Launches are cut as an InteractiveRun's, into bands of no more rows (or pieces, or steps of an iteration) than
  /// this; 0: as many as the time allows.
  std::optional<int> band{};
  ProgressSink progress{};  ///< told of steps where launches are cut
};

/// A part of a result that is never held whole, computed as an InteractiveRun.
struct PartRun {
  Waiter waiter{};
  /// What reducing stages have found over the whole source, by stage. They are not run then; null: they are.
  const std::vector<std::vector<double>>* reduced = nullptr;
};

/// What a part adds to sums over the whole source: the source is made and the reducing stages are run, and
/// `Frame::reduced` has their partials: what they found, not yet what it stands for.
struct PartialsRun {
  Waiter waiter{};
  double at = 0;  ///< taken for the source's largest magnitude, unless that is larger
};

/// Some rows of one stage of a plan of one participant, for an execution elsewhere that shares the stage's rows: the
/// frame has them alone, on the host. `Frame::reduced` of a reducing stage has the rows' partials.
struct RowsRun {
  std::size_t stage = 0;
  Rows rows;
  bool trace = false;
  bool spoil = false;  ///< as a CheckedRun's results
  double at = 0;       ///< as a PartialsRun's
  Waiter waiter{};
  std::vector<std::vector<double>> reduced{};  ///< what the reducing stages ahead have found, by stage
};

/// One band of a plan's rows (Plan::band) on the host: `peers` execute the others, and take its rows in
/// place of a field. What is said of the frame is of the whole.
struct BandRun {
  bool summarize = true;
  Peers* peers = nullptr;
  CheckpointUse checkpoint{};  ///< as a WholeRun's
};

/// What an execution is for, with all that may be chosen then.
using ExecuteOptions =
    std::variant<WholeRun, InteractiveRun, TimedRun, CountedRun, CheckedRun, PartRun, PartialsRun, RowsRun, BandRun>;

}  // namespace heteroscope
