#include "app/window/picture/requester.hpp"

#include <fmt/format.h>

#include <cmath>
#include <functional>
#include <optional>
#include <utility>

#include "app/window/model/own_variants.hpp"
#include "app/window/model/scope_view.hpp"
#include "app/window/model/times/clock.hpp"
#include "app/window/model/times/iterating.hpp"
#include "core/base/failure.hpp"
#include "core/device/device.hpp"
#include "core/link/machines.hpp"
#include "core/model/settings/processors.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {
namespace {

Planned planned(const Settings& settings, Catalog catalog) {
  return plan_or_refusal(settings, catalog, device::Devices::here());
}

std::string advice_of(const Plan& plan) {
  return plan.workload->advice(plan.parameters, plan.extent(), plan.settings.problem.precision);
}

/// Returns the parameter that sets the size; null if none does. If the values are refused, the defaults decide.
const Parameter* size_parameter(const Workload& workload, const Values& values) {
  const Parameter* out = nullptr;
  if (attempt([&] { out = workload.size_parameter(values); })) out = workload.size_parameter({});
  return out;
}

/// Returns the settings with the largest smaller size that is not refused, if a parameter sets the size and there is
/// such a size.
std::optional<Remedy> fitting_size(const WindowModel& model) {
  const Settings& settings = model.settings();
  const Parameter* const side = size_parameter(*model.workload, settings.problem.parameters);
  if (side == nullptr) return std::nullopt;
  Remedy out{.label = {}, .settings = settings};
  Value& value = out.settings.problem.parameters[std::string(side->id)];
  double beyond = value_or_initial(settings.problem.parameters, *side);
  const auto fits = [&](double tried) {
    value = tried;
    return planned(out.settings, model.catalog).plan.has_value();
  };
  double good = side->minimum;
  if (beyond <= good || !fits(good)) return std::nullopt;
  while (beyond - good > 1) {
    const double middle = std::floor((good + beyond) / 2);
    (fits(middle) ? good : beyond) = middle;
  }
  value = good;
  out.label = fmt::format("{} = {:.0f}", side->label, good);
  return out;
}

/// Returns single changes of the settings, the smallest first, of which the ones that help are offered.
std::vector<Remedy> possible_remedies(const WindowModel& model) {
  const Settings& settings = model.settings();
  const Workload& workload = *model.workload;
  std::vector<Remedy> out;
  const auto add = [&](std::string label, const std::function<void(Settings&)>& change) {
    Remedy remedy{std::move(label), settings};
    change(remedy.settings);
    if (remedy.settings != settings) out.push_back(std::move(remedy));
  };
  if (std::optional<Remedy> fitting = fitting_size(model)) out.push_back(*std::move(fitting));
  add("Compute on this machine", [](Settings& s) {
    s.execution.machine.clear();
    set_participants_elsewhere(s.execution, {});
  });
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
      s = with_source(s, {.id = std::string(workload.image->default_source)}, model.sources, model.catalog);
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

/// Returns a kept picture that is the whole answer to the settings; null if there is none.
std::shared_ptr<const Frame> kept_picture_of(const WindowModel& model, bool traced) {
  if (model.running || traced) return nullptr;
  for (const KeptPicture& each : model.comparison.kept.all()) {
    const Settings& made = each.frame->plan.settings;
    if (made.problem.size == model.settings().problem.size && same_frame(made, model.settings()) &&
        has_present_variants(each.frame->plan))
      return each.frame;
  }
  return nullptr;
}

/// Returns how long the window may wait for a picture in milliseconds: what is left of a frame of the display is for
/// drawing it.
double quick_picture_ms(const Ui& ui) {
  constexpr double share_of_frame = 0.55;
  return share_of_frame * 1e3 * ui.display_interval_s;
}

/// Returns whether the last picture was there so quickly that the window may wait for the next one, which it then shows
/// one frame of the display earlier.
bool is_quick(const EngineProgress& progress, const Ui& ui) {
  return progress.frame != nullptr && !progress.coarse &&
         progress.frame->timing.total + progress.frame->timing.crossing() < 0.7 * quick_picture_ms(ui);
}

/// Whether what is known of each machine elsewhere is known by now.
bool all_are_greeted(const Execution& execution) {
  const auto is_greeted = [](const Participant& each) { return is_known_machine(each.machine); };
  return (execution.machine.empty() || is_known_machine(execution.machine)) &&
         std::ranges::all_of(execution.elsewhere, is_greeted);
}

/// Notes since when the frame on the screen is an earlier save's: from then on, whatever is asked for meanwhile.
void note_earlier_save(const Ui& ui, FrameView& view) {
  if (view.frame == nullptr || has_present_variants(view.frame->plan)) {
    view.earlier_since_s.reset();
  } else if (!view.earlier_since_s) {
    view.earlier_since_s = ui.now_s;
  }
}

}  // namespace

void Requester::check(const WindowModel& model, FrameView& view) {
  constexpr std::size_t most = 2;
  const Planned now = planned(model.settings(), model.catalog);
  view.not_greeted = !now && !all_are_greeted(model.settings().execution);
  view.refusal = now ? std::string() : now.refusal;
  view.remedies.clear();
  view.advice.clear();
  if (now) {
    view.advice = advice_of(*now.plan);
    const auto& source = now.plan->source_plan;
    if (view.advice.empty() && source != nullptr) view.advice = advice_of(*source);
    return;
  }
  for (Remedy& remedy : possible_remedies(model)) {
    if (view.remedies.size() < most && planned(remedy.settings, model.catalog)) {
      view.remedies.push_back(std::move(remedy));
    }
  }
}

bool Requester::may_repeat(const WindowModel& model, const FrameView& view) const {
  // the reference is computed when nothing else is wanted, and a person's file once more for each of its pictures; one
  // that repeats would prevent that for ever
  const Comparison& comparison = model.comparison;
  const bool is_checked = comparison.with == CompareWith::reference && view.frame != nullptr &&
                          !own_variants_of(view.frame->plan).empty() && !comparison.is_finished() &&
                          comparison.why_not.empty();
  const bool waits_for_reference =
      comparison.wanted() == CompareWith::reference && (comparison.other == nullptr || is_checked);
  // a workload that goes on by steps or time asks for its next frame itself, except after it was canceled
  if (goes_on(*model.workload) && !view.canceled) return false;
  // a frame that has failed would fail again
  if (view.progress.failure && !view.canceled) return false;
  return model.running && !view.progress.busy && !waits_for_reference && view.refusal.empty();
}

/// What a machine elsewhere could not answer, it is asked again after pauses that grow, as long as it is chosen and
/// nobody has canceled that: then once more where a person wants to compute. One that has not been greeted is greeted
/// by itself, after such pauses, too (machine_facts()); how far that is, is looked at every other second.
bool Requester::asks_again(const Ui& ui, const WindowModel& model, const FrameView& view) {
  constexpr double between_looks_s = 2;
  if (view.progress.busy) return false;
  if (view.canceled || !uses_machines(model.settings().execution)) {
    retries_.forget();
    return view.canceled && model.running && view.waits_for_machine();
  }
  const bool is_due = retries_.is_due(view.waits_for_machine() && !view.not_greeted, ui.now_s);
  if (!view.not_greeted) return is_due;
  return all_are_greeted(model.settings().execution) || ui.now_s > asked_s_ + between_looks_s;
}

void Requester::update(Ui& ui, WindowModel& model, FrameView& view) {
  const bool was_busy = view.progress.busy;
  bool requested = false;
  view.progress = engine_.progress();
  note_earlier_save(ui, view);
  const bool direct = model.settings().execution.processor != Processor::cpu &&
                      model.settings().execution.machine.empty() && display_way(ui, view) != DisplayWay::host_copy;
  const Request wanted{.settings = model.settings(),
                       .destination = direct ? Destination::screen : Destination::host,
                       .trace = wants_trace(ui, model)};
  std::vector<const Variant*> own = own_variants_of(model.settings(), *model.workload);
  const bool again = asks_again(ui, model, view);
  const bool changed = again || !asked_ || asked_own_ != own || (wanted.trace && !asked_->trace) ||
                       !same_frame(asked_->settings, wanted.settings) || asked_->destination != wanted.destination;
  if (changed && !again) retries_.forget();
  view.asked_again_s = retries_.next_s();
  // a frame on the way to the wanted step is completed; strokes painted meanwhile are in the next one. Steps of an
  // earlier save of a person's file lead nowhere: the next one starts over
  const bool on_the_way = changed && view.progress.busy && asked_ && asked_own_ == own && model.workload->iterates() &&
                          asked_->destination == wanted.destination &&
                          is_on_the_way(asked_->settings, wanted.settings, *model.workload);
  if (on_the_way) {
    view.canceled = false;
  } else if (changed) {
    asked_ = wanted;
    asked_own_ = std::move(own);
    asked_s_ = ui.now_s;
    check(model, view);
    view.canceled = false;
    const auto kept = view.refusal.empty() ? kept_picture_of(model, wanted.trace) : nullptr;
    if (kept != nullptr) {
      engine_.show(kept);
    } else if (view.refusal.empty()) {
      engine_.request(wanted);
    } else {
      engine_.cancel();
    }
    requested = view.refusal.empty() && kept == nullptr;
    view.progress.busy = requested;
  } else if (may_repeat(model, view)) {
    Request repeated = wanted;
    repeated.repeat = true;
    engine_.request(repeated);
    asked_ = wanted;
    view.canceled = false;
    view.progress.busy = true;
    requested = true;
  }
  if (view.progress.busy && (requested || !was_busy)) view.busy_since_s = ui.now_s;
  if (requested && is_quick(view.progress, ui)) {
    engine_.wait_for_picture(quick_picture_ms(ui));
    view.progress = engine_.progress();
  }
}

bool Requester::cancel(WindowModel& model, FrameView& view) {
  const bool waits = uses_machines(model.settings().execution) && view.waits_for_machine() && !view.canceled;
  if (!view.progress.busy && !waits) return false;
  engine_.cancel();
  retries_.forget();
  view.asked_again_s.reset();
  model.running = false;
  view.canceled = !view.answers(model.settings());
  return true;
}

}  // namespace heteroscope
