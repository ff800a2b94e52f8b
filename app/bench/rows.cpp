#include "app/bench/rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <span>
#include <string>

#include "app/bench/preparation.hpp"
#include "app/bench/runner.hpp"
#include "app/bench/schedule.hpp"
#include "app/measures/counted_frame.hpp"
#include "app/measures/efficiencies.hpp"
#include "core/base/plural.hpp"
#include "core/base/watch.hpp"
#include "core/device/counters/counters.hpp"
#include "core/device/cpu/cpu_facts.hpp"
#include "core/model/settings/processors.hpp"
#include "core/process/signals.hpp"
#include "core/run/execute.hpp"

namespace heteroscope {

namespace {

/// How many things of it are measured that take as long as a run of it, or about.
int parts_of(const PlannedCase& one, const BenchEffort& effort) {
  const auto participants = static_cast<int>(one.plan.participants.size());
  return 1 + (one.what.whole_call ? 1 : 0) + (participants == 1 && effort.cold ? 1 : 0) +
         (participants > 1 ? participants : 0);
}

class Bencher {
 public:
  Bencher(Catalog catalog, const BenchEffort& effort, BenchWatch& watch, CeilingMeter& meter, Schedule& schedule)
      : catalog_(catalog), effort_(effort), watch_(watch), meter_(meter), schedule_(schedule) {
    runner_.set_stop(EndOnRequest::token());
  }

  Bench run(const std::vector<BenchCase>& cases) {
    bench_.cases = cases.size();
    bench_.effort = effort_;
    measure_ceilings(cases);
    for (const BenchCase& each : cases) {
      if (watch_.stopped()) break;
      add(each);
    }
    measure_group();
    show_progress("noise, once more");
    noise_.measure_again();
    tell_others();
    note_what_was_measured();
    count_rows();
    return std::move(bench_);
  }

 private:
  /// Those of memory and arithmetic; those of smaller sets follow with the rows that need them.
  void measure_ceilings(const std::vector<BenchCase>& cases) {
    const std::vector<int> all = prepared_for(cases, catalog_);
    const auto parts = static_cast<double>(2 * all.size());
    double done = 0;
    const auto comes = [&](std::string_view what, int threads) {
      schedule_.progress(done++ / parts);
      show_progress(fmt::format("{} of {}", what, processor_words(threads)));
    };
    schedule_.begin_preparation(preparation_ms * static_cast<double>(all.size()));
    for (const int threads : all) {
      if (watch_.stopped()) break;
      comes("ceilings", threads);
      threads > 0 ? meter_.measure_cpu(threads) : meter_.measure_gpu();
      comes("noise", threads);
      noise_.measure(threads);
    }
    schedule_.end();
  }

  void skip(const std::string& reason) {
    for (auto& [known, count] : bench_.skips) {
      if (known != reason) continue;
      ++count;
      return;
    }
    bench_.skips.emplace_back(reason, 1);
  }

  /// Rows are measured in turns where they do the same on the same kind of processor, alone.
  static bool take_turns(const PlannedCase& a, const PlannedCase& b) {
    return a.what.scene == b.what.scene && a.what.stage == b.what.stage && a.plan.participants.size() == 1 &&
           b.plan.participants.size() == 1 && a.plan.uses_gpu() == b.plan.uses_gpu() &&
           a.plan.settings.problem == b.plan.settings.problem;
  }

  void add(const BenchCase& what) {
    if (!what.skipped.empty()) return skip(what.skipped);
    if (const auto found = failed_.find(what.variant); found != failed_.end()) return skip(found->second);
    Planned planned = planned_case(what, what.settings, catalog_);
    if (!planned) return skip(planned.refusal);
    PlannedCase next{what, std::move(*planned.plan)};
    if (!group_.empty() && !take_turns(group_.front(), next)) measure_group();
    group_.push_back(std::move(next));
  }

  /// What other programs took is told, as soon as it is known, of rows that were over too soon to tell.
  void tell_others() {
    const auto is_told = [](const BenchRow& each) { return each.others.cpu.has_value(); };
    if (std::ranges::all_of(bench_.rows, is_told)) return;
    const std::optional<double> now = runner_.others_so_far().cpu;
    for (BenchRow& each : bench_.rows) {
      if (!is_told(each)) each.others.cpu = now;
    }
  }

  void measure_group() {
    if (group_.empty() || watch_.stopped()) return;
    const auto& [what, plan] = group_.front();
    const std::string rows = fmt::format("{} {} {}", what.scene, id_of(plan.settings.problem.precision),
                                         with_more(what.variant, group_.size()));
    show_progress(rows);
    make_room(group_.front());
    watch_.begins(rows);
    begin_group();
    const std::vector<CaseRuns> runs = runner_.run_until_stopped(group_);
    ++round_;
    for (std::size_t i = 0; i < runs.size(); ++i) {
      if (!runs[i].fault.empty()) leave_out(group_[i].what, runs[i].fault);
      if (!runs[i].complete) continue;
      if (const auto found = failed_.find(group_[i].what.variant); found != failed_.end()) {
        skip(found->second);
        continue;
      }
      BenchRow row = row_of(group_[i], runs[i]);
      if (row.participants && watch_.stopped()) break;  // they may not all have been measured alone
      bench_.rows.push_back(std::move(row));
      watch_.measured(bench_.rows.back());
    }
    schedule_.end();
    group_.clear();
    tell_others();
    note_what_was_measured();
    watch_.kept(bench_);
  }

  /// Of a ranked file that fails in one case the other cases' rows are left out, too.
  void leave_out(const BenchCase& what, const std::string& fault) {
    if (!what.ranked) return skip(fault);
    const std::string& reason = failed_.emplace(what.variant, fault).first->second;  // the first one's
    skip(reason);
    const auto rows =
        std::erase_if(bench_.rows, [&](const BenchRow& each) { return each.what.variant == what.variant; });
    for (std::size_t i = 0; i < rows; ++i) skip(reason);
  }

  void begin_group() {
    double all_ms = 0;
    int parts = 1;
    for (const PlannedCase& each : group_) {
      all_ms += rough_ms(each.what, *each.plan.workload, effort_);
      parts = std::max(parts, parts_of(each, effort_));
    }
    schedule_.begin(group_.size(), all_ms);
    const std::size_t participants = group_.front().plan.participants.size();
    rounds_ = participants > 1 ? 1 + static_cast<int>(participants) : 1;
    round_ = 0;
    if (const auto share_ms = schedule_.share_ms()) runner_.set_share(*share_ms / parts);
  }

  void note_what_was_measured() {
    bench_.ceilings = meter_.measured();
    leave_those_of_rows(bench_.ceilings.cpu_memory, &BenchRow::cpu_ceiling);
    leave_those_of_rows(bench_.ceilings.gpu_memory, &BenchRow::gpu_ceiling);
    bench_.noise = noise_.measured();
  }

  /// When nothing is timed any more: counters stand in the way of that. Rows that share their time have none for it.
  void count_rows() {
    for (BenchRow& row : bench_.rows) {
      if (!row.what.counted || row.model.empty() || effort_.all_ms || watch_.stopped()) continue;
      show_progress("counters of " + row.what.variant);
      const Planned planned = planned_case(row.what, row.what.settings, catalog_);
      if (!planned) continue;
      Executor executor;
      const Frame frame = executor.execute(*planned.plan, CountedRun{.counters = counter_names()}).value();
      const CountedLaunches& counted = *frame.counted;
      if (!counted.uncounted.empty()) {
        bench_.uncounted = counted.uncounted;
        return;
      }
      if (counted.stages.size() != 1) continue;
      row.counted = counted_efficiencies(row.model, columns_of(frame).front(), counted.stages.front().counts);
    }
  }

  /// The meter may have measured others for other suites: what is left is memory, and sets that rows are held against.
  void leave_those_of_rows(std::vector<MemoryCeiling>& sets, std::optional<HeldAgainst> BenchRow::*held) const {
    std::size_t largest = 0;
    for (const MemoryCeiling& each : sets) largest = std::max(largest, each.set_bytes);
    std::erase_if(sets, [&](const MemoryCeiling& each) {
      const auto of_row = [&](const BenchRow& row) {
        return row.*held && (row.*held)->memory.set_bytes == each.set_bytes;
      };
      return each.set_bytes != largest && std::ranges::none_of(bench_.rows, of_row);
    });
  }

  void show_progress(const std::string& now) {
    now_ = now;
    schedule_.progress((round_ + runner_.part()) / rounds_);
    watch_.comes(progress_of(schedule_, now));
    said_ = {};
  }

  /// Between runs.
  bool stopped() {
    if (said_.ms() > 100) show_progress(now_);
    return watch_.stopped();
  }

  void make_room(const PlannedCase& one) {
    const Plan& plan = one.plan;
    if (!plan.workload->iterates() && plan.workload->size_parameter(plan.settings.problem.parameters) == nullptr)
      return;
    const auto problem = std::make_pair(one.what.scene, plan.settings.problem.precision);
    if (problem_ && *problem_ != problem) runner_.trim();
    problem_ = problem;
  }

  /// The time that one participant takes for all of the case by itself.
  double alone_ms(const BenchCase& what, const Participant& participant) {
    Settings settings = what.settings;
    set_participants(
        settings.execution, participant.processor,
        {.all = false, .numbers = participant.is_gpu() ? std::vector{participant.device} : std::vector<int>()});
    const Planned planned = planned_case(what, settings, catalog_);
    if (!planned) throw BadInput(fmt::format("one processor of a split alone: {}", planned.refusal));
    settings.execution.shares =
        Execution{}.shares;  // a participant alone has none: rows that differ in them have the same
    settings.execution.sharing = Sharing::by_hand;
    const auto known = std::ranges::find_if(alone_, [&](const Alone& each) {
      return each.stage == what.stage && each.fast_math == what.fast_math && each.settings == settings;
    });
    if (known != alone_.end()) return known->ms;
    const PlannedCase one{what, *planned.plan};
    const std::vector<CaseRuns> runs = runner_.run({&one, 1});
    ++round_;
    const double ms = runs.empty() ? 0 : statistics_of(runs.front().runs, &BenchRun::ms).median;
    alone_.push_back({std::move(settings), what.stage, what.fast_math, ms});
    return ms;
  }

  ParticipantsRow participants_row(const BenchCase& what, const Plan& plan, const std::vector<BenchRun>& of_row) {
    ParticipantsRow out{.frame_ms = statistics_of(of_row, &BenchRun::ms).median,
                        .resting = of_row.back().sharing.resting};
    for (std::size_t i = 0; i < plan.participants.size(); ++i) {
      const Participant& participant = plan.participants[i];
      out.participants.push_back(
          {.participant = participant,
           .share = of_row.back().sharing.shares[i],
           .ms = statistics_of(of_row,
                               [&](const BenchRun& each) { return each.timing.participants[i].stages[what.stage]; })
                     .median,
           .sending_ms =
               statistics_of(of_row, [&](const BenchRun& each) { return each.timing.participants[i].sending; }).median,
           .alone_ms = alone_ms(what, participant)});
      out.compute_ms = std::max(out.compute_ms, out.participants.back().ms);
    }
    if (plan.stages[what.stage].stage->reduction() != nullptr || !plan.uses_gpu()) return out;
    const auto [size, precision, domain] = shared_extent(plan, what.stage);
    const double bytes =
        static_cast<double>(values_above(domain, size.width, size.height)) * static_cast<double>(bytes_of(precision));
    const int to = plan.participants.front().device;
    const std::vector<Participant> senders(plan.participants.begin() + 1, plan.participants.end());
    for (ParticipantFigures& each : std::span(out.participants).subspan(1)) {
      each.link_ms = 1000 * bytes / meter_.link(each.participant, to).bytes_per_s;
    }
    out.arrival_ms = 1000 * bytes / meter_.arrival(senders, to);
    return out;
  }

  BenchRow row_of(const PlannedCase& one, const CaseRuns& measured) {
    const auto& [what, plan] = one;
    BenchRow row;
    row.what = what;
    row.size = plan.extent();
    row.reads_source = plan.reads_source();
    row.drawn = plan.workload->has_own_state();
    row.advice = plan.workload->advice(plan.parameters, row.size, plan.settings.problem.precision);
    const PlannedStage& stage = plan.stages[what.stage];
    row.work = measured.first.work;
    row.steps = measured.first.steps;
    row.settled = measured.first.settled;
    row.result = measured.first.result;
    row.agreement = measured.first.agreement;
    row.ms = statistics_of(measured.runs, &BenchRun::ms);
    row.interval = interval_of(measured.runs);
    if (!measured.first_counts) row.first_ms = measured.first.run.ms;
    if (!measured.cold_ms.empty()) row.cold_ms = statistics(measured.cold_ms);
    row.cpu_clock = measured.cpu_clock;
    row.gpu_clock = measured.gpu_clock;
    row.others = measured.others;
    if (what.whole_call) {
      row.whole_ms = statistics(measured.whole_ms);
      row.whole_interval = median_interval(measured.whole_ms);
    }
    if (plan.participants.size() > 1) row.participants = participants_row(what, plan, measured.runs);
    if (stage.cpu != nullptr) row.threads = threads_of_stage(plan, stage);
    if (stage.gpu != nullptr) {
      if (stage.gpu->knobs.blocks != BlockRule::none) row.block = stage.block;
      row.mapping = stage.mapping;
      row.block_mapping = mapping_of_blocks(plan, stage);
      row.model = model_figures(plan, stage);
    }
    const double seconds = row.ms.median / 1000;
    if (seconds > 0) {
      row.operations_per_s = row.work.operations / seconds;
      row.bytes_per_s = row.work.bytes / seconds;
    }
    set_shares(row, plan);
    return row;
  }

  /// The costs of the block mapping over the whole result; none in a split, where the GPU has only some rows.
  static std::optional<MappingFigures> mapping_of_blocks(const Plan& plan, const PlannedStage& stage) {
    const auto chosen = plan.settings.execution.variants.find(stage.stage->id);
    if (plan.uses_cpu() || chosen == plan.settings.execution.variants.end()) return std::nullopt;
    const MappedVariant* known = plan.workload->find_mapping(chosen->second.gpu);
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
    const auto gpus = static_cast<std::size_t>(std::ranges::count_if(plan.participants, &Participant::is_gpu));
    if (row.gpu_ceiling) sides.insert(sides.end(), gpus, *row.gpu_ceiling);
    row.shares = shares_of(row.work, row.ms.median, sides);
  }

  /// The time of one participant alone.
  struct Alone {
    Settings settings;
    std::size_t stage;
    bool fast_math;
    double ms;
  };

  Catalog catalog_;
  BenchEffort effort_;
  BenchWatch& watch_;
  CeilingMeter& meter_;
  Schedule& schedule_;
  Runner runner_{effort_, [this] { return stopped(); }, schedule_.now()};
  NoiseMeter noise_;
  std::string now_;                            ///< what was said last to come
  Watch said_;                                 ///< since then
  std::map<std::string, std::string> failed_;  ///< ranked files, by their variants, and the first fault of each
  Bench bench_;
  std::vector<PlannedCase> group_;  ///< those to be measured next, in turns
  std::vector<Alone> alone_;
  int round_ = 0, rounds_ = 1;  ///< those of the group, and after it each of its participants alone
  std::optional<std::pair<std::string, Precision>> problem_;
};

}  // namespace

Bench measure(const std::vector<BenchCase>& cases, Catalog catalog, const BenchEffort& effort, BenchWatch& watch) {
  CeilingMeter meter;
  Schedule schedule(effort.all_ms);
  add_to(schedule, cases, catalog, effort);
  return measure(cases, catalog, effort, watch, meter, schedule);
}

Bench measure(const std::vector<BenchCase>& cases, Catalog catalog, const BenchEffort& effort, BenchWatch& watch,
              CeilingMeter& meter, Schedule& schedule) {
  return Bencher(catalog, effort, watch, meter, schedule).run(cases);
}

}  // namespace heteroscope
