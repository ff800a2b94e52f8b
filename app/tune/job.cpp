#include "app/tune/job.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/text/table.hpp"
#include "core/model/schema/command_text.hpp"
#include "core/model/schema/own_choices.hpp"

namespace heteroscope {

const TuneTried* TuneOutcome::winner() const {
  return found().winner ? &found().tried[*found().winner] : nullptr;
}

const TuneTried* TuneOutcome::usual() const {
  if (!candidates.present) return nullptr;
  const auto& tried = found().tried;
  const auto it = std::ranges::find(tried, *candidates.present, &TuneTried::candidate);
  const bool timed = it != tried.end() && (it->fate == TuneFate::checked || it->fate == TuneFate::slower);
  return timed ? &*it : nullptr;
}

Settings TuneOutcome::tuned(const Settings& settings) const {
  Settings out = settings;
  use_tuned(out, candidates.settings[winner()->candidate].execution);
  return out;
}

std::optional<double> TuneOutcome::speedup() const {
  const TuneTried* const before = usual();
  if (winner() == nullptr || before == nullptr) return std::nullopt;
  return before->time.ms / winner()->time.ms;
}

TuneOutcome prepare(const TuneJob& job, Catalog catalog, device::Devices devices) {
  const Workload& workload = find_workload(catalog, job.settings.problem.workload);
  TuneOutcome out;
  out.candidates = tune_candidates(job.settings, job.fixed, catalog, devices);
  out.record.workload = workload.id;
  out.record.problem = problem_options_of(job.settings, catalog, Written::changed);
  out.record.machine = this_machine(devices.first());
  out.record.space = out.candidates.space;
  for (const Settings& each : out.candidates.settings)
    out.record.commands.push_back("heteroscope render " + render_options_of(each, catalog));
  return out;
}

TunedWinner kept_of(const TuneOutcome& outcome, const TuneJob& job, Catalog catalog, device::Devices devices) {
  const TuneTried* const before = outcome.usual();
  return {
      .of = tuned_for(job.settings, catalog, devices),
      .execution = outcome.candidates.settings[outcome.winner()->candidate].execution,
      .text = outcome.candidates.space.text(outcome.winner()->candidate),
      .ms = outcome.winner()->time.ms,
      .usual_ms = before != nullptr && !before->time.others.marked() ? std::optional(before->time.ms) : std::nullopt,
      .date_utc = outcome.record.machine.date_utc};
}

std::string why_not_kept(const TuneOutcome& outcome) {
  if (outcome.winner() == nullptr) return {};
  const std::string file = own_file_in(outcome.candidates.settings[outcome.winner()->candidate].execution);
  if (!file.empty()) return fmt::format("it is in your own file {}, which may change", file);
  if (!outcome.winner()->time.others.marked()) return {};
  return fmt::format("{} while it was measured", others_text(outcome.winner()->time.others));
}

std::string others_text(const TuneOutcome& outcome) {
  const auto& tried = outcome.found().tried;
  const auto most = std::ranges::max_element(tried, {}, [](const auto& each) { return each.time.others.most(); });
  return most == tried.end() ? std::string() : others_text(most->time.others);
}

std::string gain_text(const TuneOutcome& outcome, double noise) {
  if (const std::string others = others_text(outcome); !others.empty()) return "not known to be the fastest: " + others;
  const auto factor = outcome.speedup();
  if (!factor) return {};
  if (tie(outcome.winner()->time, outcome.usual()->time, noise)) return "equally fast as with the given settings";
  return fmt::format("{} times as fast as with the given settings", times(*factor));
}

}  // namespace heteroscope
