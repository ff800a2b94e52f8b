#include "app/window/picture/requester.hpp"

#include <fmt/format.h>

#include <functional>

#include "app/window/model/clock.hpp"
#include "app/window/model/cover_view.hpp"
#include "app/window/model/iterating.hpp"
#include "core/device/device.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {
namespace {

Planned planned(const Settings& settings, Catalog catalog) {
  return plan_or_refusal(settings, catalog, device::all());
}

std::string advice_of(const Plan& plan) {
  return plan.workload->advice(plan.parameters, plan.extent(), plan.settings.problem.precision);
}

/// Single changes of the settings, the smallest first; those that help are offered.
std::vector<Remedy> possible_remedies(const State& state) {
  const Settings& settings = state.settings;
  const Workload& workload = *state.workload;
  std::vector<Remedy> out;
  const auto add = [&](std::string label, const std::function<void(Settings&)>& change) {
    Remedy remedy{std::move(label), settings};
    change(remedy.settings);
    if (remedy.settings != settings) out.push_back(std::move(remedy));
  };
  add("Default block", [](Settings& s) { s.execution.block = {}; });
  add("Default mapping", [](Settings& s) { s.execution.mapping.clear(); });
  for (const auto& [kind, id] : ids<MemoryKind>) {
    add(fmt::format("Use {} memory", id), [kind = kind](Settings& s) { s.execution.memory = kind; });
  }
  for (const auto& [precision, id] : ids<Precision>) {
    add(fmt::format("Compute in {}", id), [precision = precision](Settings& s) { s.problem.precision = precision; });
  }
  for (const Stage& stage : workload.stages) {
    const std::string id(stage.id);
    add(fmt::format("Use {}", stage.default_gpu),
        [&](Settings& s) { s.execution.variants[id].gpu = stage.default_gpu; });
    add(fmt::format("Use {}", stage.default_cpu),
        [&](Settings& s) { s.execution.variants[id].cpu = stage.default_cpu; });
  }
  if (reads_source(settings, workload)) {
    add("Default source", [&](Settings& s) {
      s = with_source(s, {.id = std::string(workload.image->default_source)}, state.sources, state.catalog);
    });
  }
  add("Compute on the CPU", [](Settings& s) { s.execution.processor = Processor::cpu; });
  add("Default variants", [&](Settings& s) { s.execution.variants = default_settings(workload).execution.variants; });
  add("Default parameters", [&](Settings& s) { s.problem.parameters = default_settings(workload).problem.parameters; });
  add("All defaults", [&](Settings& s) {
    const Size size = s.problem.size;
    s = default_settings(workload);
    s.problem.size = size;
  });
  return out;
}

/// A picture that was kept and is all that is asked for; null if there is none.
std::shared_ptr<const Frame> kept_picture_of(const State& state, bool traced) {
  if (state.running || traced) return nullptr;
  for (const KeptPicture& each : state.comparison.kept.all()) {
    const Settings& made = each.frame->plan.settings;
    if (made.problem.size == state.settings.problem.size && same_frame(made, state.settings)) return each.frame;
  }
  return nullptr;
}

}  // namespace

void Requester::check(State& state) {
  constexpr std::size_t most = 2;
  const Planned now = planned(state.settings, state.catalog);
  state.refusal = now ? std::string() : now.refusal;
  state.remedies.clear();
  state.advice.clear();
  if (now) {
    state.advice = advice_of(*now.plan);
    const auto& source = now.plan->source_plan;
    if (state.advice.empty() && source != nullptr) state.advice = advice_of(*source);
    return;
  }
  for (Remedy& remedy : possible_remedies(state)) {
    if (state.remedies.size() < most && planned(remedy.settings, state.catalog)) {
      state.remedies.push_back(std::move(remedy));
    }
  }
}

bool Requester::may_repeat(const State& state) const {
  // The reference is computed when nothing else is wanted: a picture that repeats would keep it away for ever.
  const bool waits_for_reference =
      state.comparison.wanted() == CompareWith::reference && state.comparison.other == nullptr;
  // What goes on by its steps or its time is asked for anew by itself; only what was canceled is once more.
  if (goes_on(*state.workload) && !state.canceled) return false;
  // what has failed would fail again
  if (state.progress.failure) return false;
  return state.running && !state.progress.busy && !waits_for_reference && state.refusal.empty();
}

void Requester::update(State& state) {
  const bool was_busy = state.progress.busy;
  state.progress = engine_.progress();
  const bool direct = state.settings.execution.processor != Processor::cpu && state.display() != DisplayWay::host_copy;
  const Request wanted{.settings = state.settings,
                       .destination = direct ? Destination::screen : Destination::host,
                       .trace = wants_trace(state)};
  const bool changed = !asked_ || (wanted.trace && !asked_->trace) || !same_frame(asked_->settings, wanted.settings) ||
                       asked_->destination != wanted.destination;
  // A frame that is a step on the way is let come to its end: what was painted meanwhile is in the next one.
  const bool on_the_way = changed && state.progress.busy && asked_ && state.workload->iterates() &&
                          asked_->destination == wanted.destination &&
                          is_on_the_way(asked_->settings, wanted.settings, *state.workload);
  if (on_the_way) {
    state.canceled = false;
  } else if (changed) {
    asked_ = wanted;
    check(state);
    state.canceled = false;
    const auto kept = state.refusal.empty() ? kept_picture_of(state, wanted.trace) : nullptr;
    if (kept != nullptr) {
      engine_.show(kept);
    } else if (state.refusal.empty()) {
      engine_.request(wanted);
    } else {
      engine_.cancel();
    }
    state.progress.busy = state.refusal.empty() && kept == nullptr;
  } else if (may_repeat(state)) {
    Request again = wanted;
    again.repeat = true;
    engine_.request(again);
    asked_ = wanted;
    state.canceled = false;
    state.progress.busy = true;
  }
  if (state.progress.busy && (changed || !was_busy)) state.busy_since_s = state.now_s;
}

bool Requester::cancel(State& state) {
  if (!state.progress.busy) return false;
  engine_.cancel();
  state.running = false;
  state.canceled = !state.current();
  return true;
}

}  // namespace heteroscope
