#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <random>
#include <span>
#include <stop_token>
#include <vector>

#include "app/bench/rows.hpp"
#include "app/bench/schedule.hpp"
#include "app/measures/others.hpp"
#include "core/run/execute.hpp"

namespace heteroscope {

/// A plan of a case.
struct PlannedCase {
  BenchCase what;
  Plan plan;
};

/// The times of one run.
struct BenchRun {
  double ms = 0;  ///< as a row counts it
  Timing timing;
  SharingNote sharing;
};

/// The facts that a case's first run gives.
struct FirstRun {
  BenchRun run;
  double wall_ms = 0;  ///< what such a run takes with all around it, about, by the runner's clock
  Work work;
  std::int64_t steps = 0;
  std::optional<bool> settled;
  Summary result;
  std::optional<Agreement> agreement;
};

/// All runs of a case that count, and what was learned before.
struct CaseRuns {
  FirstRun first;
  bool first_counts = false;  ///< it is the only one that does
  std::vector<BenchRun> runs;
  std::vector<double> whole_ms;  ///< of calls with everything around them; where the case asks for it
  std::vector<double> cold_ms;   ///< of runs with caches that hold nothing of it; where the effort asks for it
  ClockFigures cpu_clock, gpu_clock;
  TakenByOthers others;   ///< what other programs took while it and those in turns with it were measured
  bool complete = false;  ///< it has all of that: it was not stopped on the way
  std::string fault;      ///< how its variant failed, which ended these runs alone; empty: it did not
};

/// The statistics of the number that `of` returns for each run.
Statistics statistics_of(const std::vector<BenchRun>& runs, const std::function<double(const BenchRun&)>& of);

/// That holds the median of their times with 95 %; none of too few.
std::optional<Interval> interval_of(const std::vector<BenchRun>& runs);

/// Runs cases, with one executor for all.
class Runner {
 public:
  /// `stopped` is asked between runs; `now`: ms, by which alone is decided how often.
  Runner(const BenchEffort& effort, std::function<bool()> stopped, Schedule::Now now = Schedule::steady_ms)
      : effort_(effort), stopped_(std::move(stopped)), now_(std::move(now)) {}

  /// Measures cases of one problem in turns, and looks at the clocks between these. None of them where it was stopped
  /// on the way. Throws VariantFault where a variant failed.
  std::vector<CaseRuns> run(std::span<const PlannedCase> cases);
  /// Runs likewise, but after a stop some cases may be complete, and a variant that fails has its fault noted.
  std::vector<CaseRuns> run_until_stopped(std::span<const PlannedCase> cases);
  /// The part of the cases that were begun last which is measured, 0 to 1. May be asked between runs.
  [[nodiscard]] double part() const { return part_; }
  /// What other programs have taken since the last cases began, which may have been over too soon to tell.
  TakenByOthers others_so_far() { return others_.end(); }
  /// From now on.
  void set_effort(const BenchEffort& effort) { effort_ = effort; }
  /// From now on no more may be done with a case than in so many ms, the first run among it, nor with its whole calls
  /// and its cold runs, but that each must run. Where the first takes as long by itself it is the one that counts.
  void set_share(double ms) { share_ms_ = ms; }
  /// From now on what the CPU alone computes in one go is given up in the middle, too, once that is requested.
  void set_stop(std::stop_token stop) { stop_ = std::move(stop); }
  /// Memory is given back before another problem needs it: states and large results can be most of the machine's.
  void trim() {
    executor_.trim();
    references_.trim();
  }

 private:
  void measure(std::span<const PlannedCase> cases, std::vector<CaseRuns>& out);
  /// Runs a case for the first time, and until it is warm. Returns what is to follow.
  Samples begin(const PlannedCase& one, CaseRuns& runs);
  /// Notes how far the cases are. `shares`: the part of each case's times that is there, of those that were begun;
  /// `beside`: of so many what is measured beside their times is there, too.
  void note_part(std::span<const PlannedCase> cases, std::span<const double> shares, std::size_t beside);
  /// A person's file may keep results, or leave out work in runs at whose results nobody looks: as these are computed,
  /// another problem is, of which the reference's result is known. Throws VariantFault where the file's is another.
  void compute_another_problem(const PlannedCase& one, const CaseRuns& runs);
  /// A person's file may compute something else once its result has been looked at: it is asked once more, as it was
  /// for its times, in memory that is new to it. Throws VariantFault where its result has become another.
  void look_again(const PlannedCase& one, const CaseRuns& runs);
  /// Runs what is measured of a case beside its times.
  void measure_beside(const PlannedCase& one, CaseRuns& runs);
  [[nodiscard]] bool wants_cold(const PlannedCase& one) const {
    return effort_.cold && one.plan.participants.size() == 1;
  }
  [[nodiscard]] bool wants_more(const PlannedCase& one) const { return wants_cold(one) || one.what.whole_call; }
  /// `other_problem`: TimedRun's.
  Frame execute(const Plan& plan, bool summarize, CacheState caches,
                const std::optional<std::uint32_t>& other_problem = std::nullopt);
  FirstRun first_run(const PlannedCase& one);
  [[nodiscard]] double since(double start_ms) const { return now_() - start_ms; }
  /// The effort, or what of the share is left of it after so many ms.
  [[nodiscard]] SamplingEffort effort_after(double ms) const;
  BenchRun run_of(const PlannedCase& one, CacheState caches);
  /// The GPUs of the cases, by their places on the PCI bus.
  std::vector<std::string> gpus_of(std::span<const PlannedCase> cases);
  void look_at_clocks(const Plan& plan, CaseRuns& out);
  /// `wall_ms`: what a run took so far.
  void warm_up(const PlannedCase& one, double& wall_ms);
  void settle(const PlannedCase& one);
  /// The times that `run` returns, called as often as the effort asks for; fewer if it is stopped.
  std::vector<double> sampled(double expected_ms, const std::function<double()>& run);
  std::vector<double> whole_calls(const PlannedCase& one);
  std::vector<double> cold_runs(const PlannedCase& one, double expected_ms);

  BenchEffort effort_;
  std::function<bool()> stopped_;
  Schedule::Now now_;
  std::optional<double> share_ms_;
  std::stop_token stop_;
  double part_ = 0;
  Executor executor_;
  ClockWatch clocks_;
  OthersWatch others_;
  References references_;
  std::uint32_t other_problem_ = std::random_device{}();  ///< which one: no file foresees it
};

}  // namespace heteroscope
