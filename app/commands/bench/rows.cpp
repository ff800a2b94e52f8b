#include "app/commands/bench/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <map>
#include <tuple>

#include "app/commands/progress.hpp"
#include "core/device/cpu_facts.hpp"
#include "core/lanes/processors.hpp"

namespace heteroscope {

namespace {

using Clock = std::chrono::steady_clock;

/// A case slower than this gets fewer repeats: as many as fit into ten times as long, at least three.
constexpr double slow_ms = 2000;
/// A kernel slower than this hides the way to its start by itself.
constexpr double slow_gpu_ms = 20;
/// A GPU at rest needs this long under load to reach its clock.
constexpr double gpu_warmup_ms = 100;

bool iterates(const Plan& plan) {
  return plan.workload->iterates();
}

bool settles(const Plan& plan) {
  return iterates(plan) && plan.workload->settles();
}

/// What the row's stage took; where it is the only one, with the merging of its lanes' rows, and in an iteration with
/// the exchange of rows between them.
double compute_ms(const Frame& frame, std::size_t stage) {
  double computing = 0;
  for (const LaneTime& each : frame.timing.lanes) computing = std::max(computing, each.stages[stage]);
  const bool a_step = frame.plan.stages[stage].stage->iteration() != nullptr;
  if (a_step) return computing + (frame.plan.lanes.size() > 1 ? frame.timing.copies : 0);
  return computing + (frame.plan.stages.size() == 1 ? frame.timing.merge : 0);
}

/// An iteration goes back to its start after a launch ahead, which in a split all lanes would have to. What settles
/// has launches enough that the first hardly counts.
bool may_lead_in(const Plan& plan) {
  return plan.uses_gpu() && !settles(plan) && !(iterates(plan) && plan.lanes.size() > 1);
}

/// How many CPU threads a row's variant uses; it has one.
int threads_of(const Plan& plan, const PlannedStage& stage) {
  return stage.cpu->knobs.threads ? plan.threads : 1;
}

class Bencher {
 public:
  Bencher(Catalog catalog, const BenchEffort& effort) : catalog_(catalog), effort_(effort) {}

  Bench run(const std::vector<BenchCase>& cases) {
    measure_ceilings(cases);
    for (const BenchCase& each : cases) {
      progress_.show(fmt::format("bench {} of {}: {} {} {}", &each - cases.data() + 1, cases.size(), each.scene,
                                 id_of(each.settings.problem.precision), each.variant));
      if (!each.too_long.empty()) {
        skip(each.too_long);
        continue;
      }
      const Planned planned = planned_case(each, each.settings);
      if (planned) {
        bench_.rows.push_back(row_of(each, *planned.plan));
      } else {
        skip(planned.refusal);
      }
    }
    bench_.ceilings = meter_.measured();
    return std::move(bench_);
  }

 private:
  /// Those of memory and arithmetic; those of smaller sets follow with the rows that need them.
  void measure_ceilings(const std::vector<BenchCase>& cases) {
    progress_.show("measuring the ceilings");
    for (const BenchCase& each : cases) {
      if (each.settings.execution.processor == Processor::gpu || !each.too_long.empty()) continue;
      const Planned planned = planned_case(each, each.settings);
      if (!planned || !planned.plan->uses_cpu()) continue;
      meter_.measure_cpu(threads_of(*planned.plan, planned.plan->stages[each.stage]));
      meter_.measure_cpu(1);
    }
    const bool on_gpu = std::ranges::any_of(
        cases, [](const BenchCase& each) { return each.settings.execution.processor != Processor::cpu; });
    if (on_gpu && device::facts().available) meter_.measure_gpu();
  }

  /// With the case's witness, if it is one.
  [[nodiscard]] Planned planned_case(const BenchCase& what, const Settings& settings) const {
    Planned out = plan(settings, catalog_, device::all());
    if (out && what.witness) put_witness(*out.plan);
    return out;
  }

  void skip(const std::string& reason) {
    for (auto& [known, count] : bench_.skips) {
      if (known != reason) continue;
      ++count;
      return;
    }
    bench_.skips.emplace_back(reason, 1);
  }

  /// Without a way to cancel it there is always a frame.
  Frame execute(const Plan& plan, bool summarize, bool lead_in) {
    return executor_
        .execute(plan, {.destination = plan.uses_gpu() ? Destination::device : Destination::host,
                        .summarize = summarize,
                        .lead_in = lead_in,
                        .restart = iterates(plan)})
        .value();
  }

  /// A problem's memory is given back before the next one needs it: states and large results can be most of the
  /// machine's.
  void make_room(const Plan& plan, const BenchCase& what) {
    if (!iterates(plan) && plan.workload->size_parameter(plan.settings.problem.parameters) == nullptr) return;
    const auto problem = std::make_pair(what.scene, what.settings.problem.precision);
    if (problem_ && *problem_ != problem) executor_.trim();
    problem_ = problem;
  }

  /// Says what was computed, and returns how long it took, ms; it is never counted. Its result is given back, so that
  /// the next runs write to memory that has been written to.
  double first_run(const Plan& plan, std::size_t stage, BenchRow& row) {
    const Frame first = execute(plan, true, false);
    const Stage& measured = *plan.stages[stage].stage;
    row.work = measured.work == nullptr
                   ? first.work
                   : measured.work(plan.parameters, plan.extent(), plan.settings.problem.precision);
    row.steps = first.timing.steps;
    row.result = first.summary;
    if (settles(plan)) row.settled = first.settled;
    return compute_ms(first, stage);
  }

  /// What a run took.
  struct Run {
    double ms;  ///< as a row counts it
    Timing timing;
    SharingNote sharing;
  };

  Run run_of(const Plan& plan, std::size_t stage, bool lead_in) {
    const Frame frame = execute(plan, false, lead_in);
    return {.ms = compute_ms(frame, stage), .timing = frame.timing, .sharing = frame.sharing};
  }

  /// Until frames are shared as they will be.
  void settle(const Plan& plan, std::size_t stage) {
    constexpr int most = 40;
    const Sharing sharing = plan.settings.execution.sharing;
    if (plan.lanes.size() < 2 || (sharing != Sharing::automatic && sharing != Sharing::bisection)) return;
    constexpr int frames_at_rest = 12;  // lanes are tried and sent to rest again on the way
    for (int i = 0, settled = 0; i < most && settled < frames_at_rest; ++i)
      settled = run_of(plan, stage, false).sharing.settled ? settled + 1 : 0;
  }

  std::vector<Run> runs(const Plan& plan, std::size_t stage, BenchRow& row) {
    const auto start = Clock::now();
    const auto elapsed_ms = [&] { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); };
    const double first_ms = first_run(plan, stage, row);
    int repeats = effort_.repeat;
    if (first_ms > slow_ms) {
      repeats = std::min(repeats, std::max(3, static_cast<int>(10 * slow_ms / first_ms)));
    } else {
      for (int i = 1; i < effort_.warmup || (plan.uses_gpu() && elapsed_ms() < gpu_warmup_ms); ++i)
        execute(plan, false, false);
    }
    settle(plan, stage);
    const bool lead_in = may_lead_in(plan) && first_ms < slow_gpu_ms;
    std::vector<Run> out;
    out.reserve(static_cast<std::size_t>(repeats));
    for (int i = 0; i < repeats; ++i) out.push_back(run_of(plan, stage, lead_in));
    return out;
  }

  static Statistics statistics_of(const std::vector<Run>& runs, const std::function<double(const Run&)>& of) {
    std::vector<double> values;
    values.reserve(runs.size());
    for (const Run& each : runs) values.push_back(of(each));
    return statistics(values);
  }

  /// What one lane takes for all of the case by itself.
  double alone_ms(const BenchCase& what, const Lane& lane) {
    Settings settings = what.settings;
    set_lanes(settings.execution, lane.processor,
              {.all = false, .numbers = lane.is_gpu() ? std::vector{lane.device} : std::vector<int>()});
    const Planned planned = planned_case(what, settings);
    if (!planned) throw BadInput(fmt::format("a lane of a split by itself: {}", planned.refusal));
    settings.execution.shares = Execution{}.shares;  // a lane alone has none: rows that differ in them have the same
    settings.execution.sharing = Sharing::by_hand;
    const auto known = std::ranges::find_if(alone_, [&](const Alone& each) {
      return each.stage == what.stage && each.witness == what.witness && each.settings == settings;
    });
    if (known != alone_.end()) return known->ms;
    BenchRow unused;
    const double ms = statistics_of(runs(*planned.plan, what.stage, unused), &Run::ms).median;
    alone_.push_back({std::move(settings), what.stage, what.witness, ms});
    return ms;
  }

  LanesRow lanes_row(const BenchCase& what, const Plan& plan, const std::vector<Run>& of_row) {
    LanesRow out{.frame_ms = statistics_of(of_row, &Run::ms).median, .resting = of_row.back().sharing.resting};
    double rate = 0;
    for (std::size_t i = 0; i < plan.lanes.size(); ++i) {
      const Lane& lane = plan.lanes[i];
      out.lanes.push_back(
          {.lane = lane,
           .share = of_row.back().sharing.shares[i],
           .ms = statistics_of(of_row, [&](const Run& each) { return each.timing.lanes[i].stages[what.stage]; }).median,
           .alone_ms = alone_ms(what, lane)});
      out.compute_ms = std::max(out.compute_ms, out.lanes.back().ms);
      rate += 1 / out.lanes.back().alone_ms;
    }
    if (plan.stages[what.stage].stage->reduction() != nullptr) return out;
    const auto [size, precision, domain] = shared_extent(plan, what.stage);
    const double bytes =
        static_cast<double>(values_above(domain, size.width, size.height)) * static_cast<double>(bytes_of(precision));
    for (std::size_t i = 1; i < out.lanes.size() && plan.uses_gpu(); ++i) {
      LaneFigures& each = out.lanes[i];
      const double part = bytes / each.alone_ms / rate;
      each.link_ms = 1000 * part / meter_.link(each.lane, plan.lanes.front().device).bytes_per_s;
    }
    return out;
  }

  BenchRow row_of(const BenchCase& what, const Plan& plan) {
    BenchRow row;
    row.what = what;
    row.size = plan.extent();
    row.reads_source = plan.reads_source();
    row.drawn = plan.workload->has_own_state();
    row.advice = plan.workload->advice(plan.parameters, row.size, plan.settings.problem.precision);
    make_room(plan, what);
    const PlannedStage& stage = plan.stages[what.stage];
    const std::vector<Run> measured = runs(plan, what.stage, row);
    row.ms = statistics_of(measured, &Run::ms);
    if (plan.lanes.size() > 1) row.lanes = lanes_row(what, plan, measured);
    if (stage.cpu != nullptr) row.threads = threads_of(plan, stage);
    if (stage.gpu != nullptr) {
      if (stage.gpu->knobs.blocks != BlockRule::none) row.block = stage.block;
      row.mapping = stage.mapping;
      row.cover = cover_of(plan, stage);
      row.model = model_figures(plan, stage);
    }
    const double seconds = row.ms.median / 1000;
    if (seconds > 0) {
      row.operations_per_s = row.work.operations / seconds;
      row.bytes_per_s = row.work.bytes / seconds;
    }
    set_shares(row, plan);
    const auto key = std::make_tuple(what.scene, what.settings.problem.precision, what.stage);
    if (what.reference) reference_ms_[key] = row.ms.median;
    if (const auto found = reference_ms_.find(key); found != reference_ms_.end() && row.ms.median > 0) {
      row.speedup = found->second / row.ms.median;
    }
    return row;
  }

  /// Of the whole result; none in a split, where the GPU has some of its rows.
  static std::optional<CoverFigures> cover_of(const Plan& plan, const PlannedStage& stage) {
    const auto chosen = plan.settings.execution.variants.find(stage.stage->id);
    if (plan.uses_cpu() || chosen == plan.settings.execution.variants.end()) return std::nullopt;
    const CoveringVariant* known = plan.workload->find_cover(chosen->second.gpu);
    if (known == nullptr) return std::nullopt;
    const BlockShape block = known->any_block ? stage.block : known->default_block;
    return figures_of(known->make(plan.parameters, plan.output, plan.output.size.height, block));
  }

  void set_shares(BenchRow& row, const Plan& plan) {
    const Precision precision = plan.settings.problem.precision;
    const Touched touched = touched_by(plan, row.work, row.steps, row.threads);
    if (plan.uses_cpu()) row.cpu_ceiling = meter_.cpu(touched.threads, touched.cpu_bytes, precision);
    if (plan.uses_gpu()) row.gpu_ceiling = meter_.gpu(touched.gpu_bytes, precision);
    std::vector<HeldAgainst> sides;
    if (row.cpu_ceiling) sides.push_back(*row.cpu_ceiling);
    const auto gpus = static_cast<std::size_t>(std::ranges::count_if(plan.lanes, &Lane::is_gpu));
    if (row.gpu_ceiling) sides.insert(sides.end(), gpus, *row.gpu_ceiling);
    row.shares = shares_of(row.work, row.ms.median, sides);
  }

  /// What a lane took alone.
  struct Alone {
    Settings settings;
    std::size_t stage;
    bool witness;
    double ms;
  };

  Catalog catalog_;
  BenchEffort effort_;
  Executor executor_;
  CeilingMeter meter_;
  ProgressLine progress_;
  Bench bench_;
  std::vector<Alone> alone_;
  std::optional<std::pair<std::string, Precision>> problem_;
  std::map<std::tuple<std::string, Precision, std::size_t>, double> reference_ms_;
};

}  // namespace

Bench measure(const std::vector<BenchCase>& cases, Catalog catalog, const BenchEffort& effort) {
  return Bencher(catalog, effort).run(cases);
}

void compare_with_baseline(Bench& bench) {
  if (bench.suite == nullptr || bench.suite->baseline.empty()) return;
  for (BenchRow& row : bench.rows) {
    std::optional<double> same;
    std::optional<double> fastest;
    for (const BenchRow& other : bench.rows) {
      if (other.what.variant != bench.suite->baseline || other.what.scene != row.what.scene ||
          other.what.settings.problem.precision != row.what.settings.problem.precision)
        continue;
      if (other.block == row.block) same = other.ms.median;
      fastest = std::min(fastest.value_or(other.ms.median), other.ms.median);
    }
    const std::optional<double> baseline = same ? same : fastest;
    if (baseline && row.ms.median > 0) row.baseline_speedup = *baseline / row.ms.median;
  }
}

}  // namespace heteroscope
