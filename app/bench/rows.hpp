#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/bench/agreement.hpp"
#include "app/bench/noise.hpp"
#include "app/bench/participants.hpp"
#include "app/measures/clocks.hpp"
#include "app/measures/others.hpp"
#include "app/measures/sampling.hpp"
#include "app/measures/shares.hpp"
#include "core/model/suite.hpp"
#include "core/numbers/statistics.hpp"
#include "core/run/execute.hpp"

namespace heteroscope {

/// One thing to measure.
struct BenchCase {
  std::string scene;
  Settings settings;
  std::string variant;    ///< "simd", or "simd + cuda_2d" for a split
  std::size_t stage = 0;  ///< whose time is the row's
  bool reference = false;
  int scaled_by = 0;        ///< so many times one thread's problem, by its rows; 0: its suite does not grow it
  std::string skipped;      ///< why it is skipped; empty: it is measured
  bool fast_math = false;   ///< the workload's fast-math baseline runs in the place of the stage's GPU variant
  bool whole_call = false;  ///< measured, too: with memory asked for anew and given back, and the result on the host
  bool compared = false;    ///< its result is held against the reference's
  std::optional<Summary> expected{};  ///< of the reference's result; none where that is not known or need not be met
  bool ranked = false;                ///< a file of which one such case fails has no rows
  bool counted = false;               ///< the efficiencies of its model are counted, too, where that is possible
};

/// One line of a bench table.
struct BenchRow {
  BenchCase what;
  Size size;                    ///< of what the work is counted over
  std::int64_t steps = 0;       ///< of an iteration in each run; 0 for other stages
  std::optional<bool> settled;  ///< of an iteration that can, by its last step
  bool drawn = false;           ///< the result only shows an iteration's state
  Summary result;               ///< of what a run leaves behind
  std::string advice;           ///< the workload's
  bool reads_source = false;
  int threads = 0;  ///< CPU threads; 0 where the GPU works alone
  BlockShape block;
  std::string mapping;
  Statistics
      ms;  ///< compute time of a run: by events on the GPU, by the steady clock on the CPU, the longer side of a split
  std::optional<Interval> interval;        ///< that holds the median with 95 %; none of too few runs
  std::optional<Statistics> whole_ms;      ///< of such calls, by the steady clock
  std::optional<Interval> whole_interval;  ///< that holds their median with 95 %; none of too few calls
  std::optional<double> first_ms;     ///< the first run, which is not among the others; none where it is the only one
  std::optional<Statistics> cold_ms;  ///< of runs that find nothing of theirs in the caches; where these were asked for
  ClockFigures cpu_clock, gpu_clock;  ///< between the runs, of the sides that compute it
  TakenByOthers others;               ///< what other programs took while it was measured
  Work work;
  double operations_per_s = 0;
  double bytes_per_s = 0;
  std::optional<HeldAgainst> cpu_ceiling, gpu_ceiling;  ///< of the sides that compute it
  CeilingShares shares;                                 ///< of those
  std::vector<ModelFigure> model;                       ///< the variant's own, not measured
  std::vector<ModelFigure> counted;             ///< of these what the GPU's counters say; where it was asked for
  std::optional<ParticipantsRow> participants;  ///< of a frame that several share
  std::optional<MappingFigures> block_mapping;  ///< how the GPU's blocks lie over the result, where that is known
  std::optional<Agreement> agreement;           ///< with the reference, where that was asked for

  /// Median time of a step, ms; none where there are no steps.
  [[nodiscard]] std::optional<double> step_ms() const {
    return steps > 0 ? std::optional(ms.median / static_cast<double>(steps)) : std::nullopt;
  }
};

/// How often a row is measured.
struct BenchEffort {
  SamplingEffort sampling;
  int warmup = 2;              ///< runs before, that are not counted
  double gpu_warmup_ms = 100;  ///< of a GPU until so much has gone by, at least: at rest it needs it to reach its clock
  bool cold = false;           ///< and then with caches that hold nothing of it
  std::optional<double> all_ms{};  ///< that all rows share, with what is done around them; none: each has its own
};

struct Bench {
  std::string title;             ///< the workload's or the suite's id
  const Suite* suite = nullptr;  ///< null: a workload
  Ceilings ceilings;
  std::vector<Noise> noise;  ///< of the processors that computed
  BenchEffort effort;
  std::size_t cases = 0;  ///< that were to be measured
  std::vector<BenchRow> rows;
  bool ranked = false;                             ///< its rows are a ranking of what computes the same
  std::vector<std::pair<std::string, int>> skips;  ///< reason, and how many rows it cost; 0: what has no row at all
  std::string uncounted;                           ///< why the counters of rows could not be read; empty: they could
};

/// How far a measurement is.
struct BenchProgress {
  std::size_t done = 0, all = 0;  ///< rows, of those that can be measured
  double share = 0;               ///< of what is to be measured is done, 0 to 1; also while rows take turns
  bool prepares = false;          ///< what comes next is measured before rows
  std::optional<double> left_s;   ///< that the rest takes; none: nothing tells it yet
  std::string now;                ///< what comes next, in some words
};

class Schedule;

/// Sees a measurement while it goes on. All calls come from the thread that measures, between two runs.
class BenchWatch {
 public:
  BenchWatch() = default;
  virtual ~BenchWatch() = default;
  BenchWatch(const BenchWatch&) = delete;
  BenchWatch& operator=(const BenchWatch&) = delete;

  /// Something comes next. Said again now and then.
  virtual void comes(const BenchProgress& /*progress*/) {}
  /// Rows that are measured in turns come next, once this returns.
  virtual void begins(const std::string& /*rows*/) {}
  /// A row is there.
  virtual void measured(const BenchRow& /*row*/) {}
  /// The rows that were measured in turns are all there; all that there is so far.
  virtual void kept(const Bench& /*so_far*/) {}
  /// Asked between runs; true: the rest is wanted no more. Rows that are known well enough stay.
  [[nodiscard]] virtual bool stopped() { return false; }
};

/// Measures the ceilings that the cases need, and the noise, which it does once more at the end; then every case; what
/// the device cannot run or takes too long is a skip. Rows that do the same are measured in turns. An iterating
/// workload goes back to its start before each run, which is not timed, and takes the settings' steps, or those it
/// needs to settle.
Bench measure(const std::vector<BenchCase>& cases, Catalog catalog, const BenchEffort& effort, BenchWatch& watch);
/// Measures with ceilings of which some may have been measured for other cases, and with a schedule that has these
/// rows.
Bench measure(const std::vector<BenchCase>& cases, Catalog catalog, const BenchEffort& effort, BenchWatch& watch,
              CeilingMeter& meter, Schedule& schedule);
/// Adds those that can be measured here.
void add_to(Schedule& schedule, const std::vector<BenchCase>& cases, Catalog catalog, const BenchEffort& effort);

}  // namespace heteroscope
