// What the window keeps for its next start.
#include <algorithm>
#include <utility>

#include "app/window/features/productions/queue_layer.hpp"
#include "app/window/model/clock.hpp"
#include "app/window/shell/app.hpp"
#include "core/base/failure.hpp"

namespace heteroscope {
namespace {

constexpr double rest_s = 1.5;  // nothing is written while something is being dragged
constexpr double retry_s = 30;  // after the state could not be saved

}  // namespace

void App::note_changes() {
  Settings settings = settings_to_remember();
  // while something goes on, its steps are those it began with: they would be written again and again
  const bool same_run = state_.running && seen_ && seen_->settings->problem.workload == settings.problem.workload;
  if (same_run) settings.problem.steps = seen_->settings->problem.steps;
  const auto same = [&](const std::optional<Memory>& memory) {
    return memory && memory->settings == settings && memory->preferences == state_.preferences &&
           memory->recent == state_.recent && memory->own_views == state_.own_views.all();
  };
  if (!same(seen_)) {
    seen_ = Memory{settings, state_.preferences, state_.recent, state_.own_views.all()};
    seen_s_ = state_.now_s;
    if (!remembered_) {
      remembered_ = seen_;
      remembered_->preferences.told_oddity = told_before_;
    }
  }
  if (!same(remembered_) && state_.now_s - seen_s_ > rest_s) remember(*seen_);
  unsaved_ = !same(remembered_);
}

/// Without the size, which follows the window, and without a time that goes on.
Settings App::settings_to_remember() const {
  Settings out = settings_to_keep();
  out.problem.size = {};
  return state_.running ? without_time(std::move(out), *state_.workload) : out;
}

std::optional<double> App::due_s() const {
  std::optional<double> due = layers_.due_s();
  if (unsaved_ && !memory_path_.empty()) due = std::min(due.value_or(seen_s_ + rest_s), seen_s_ + rest_s);
  for (const Toast& each : state_.toasts.all()) due = std::min(due.value_or(each.until_s), each.until_s);
  return due;
}

void App::remember() {
  layers_.of<QueueLayer>().finish(state_);
  remember({settings_to_remember(), state_.preferences, state_.recent, state_.own_views.all()});
}

void App::remember(const Memory& memory) {
  if (memory_path_.empty() || !remembered_) return;
  if (memory == remembered_ && !anew_) return;
  Memory written = memory;
  written.settings->problem.size = state_.settings.problem.size;
  Memory base = *remembered_;
  base.own_views = kept_views_;
  base.recent = kept_recent_;
  if (base.settings) base.settings->problem.size = written.settings->problem.size;
  if (anew_) base.settings.reset();  // the next window is as this one is
  Recollection kept;
  const Failure failed = attempt([&] { kept = save_memory(memory_path_, written, state_.catalog, base); });
  if (!failed) {
    if (!kept.trouble.empty()) state_.toasts.fail(kept.trouble, state_.now_s);
    state_.own_views.take_in(kept.memory.own_views);
    state_.recent = kept.memory.recent;
    kept_views_ = kept.memory.own_views;
    kept_recent_ = kept.memory.recent;
    remembered_ = Memory{memory.settings, memory.preferences, kept_recent_, kept_views_};
    seen_ = remembered_;
    return;
  }
  state_.toasts.fail(failed.line, state_.now_s);
  seen_s_ = state_.now_s + retry_s;
}

}  // namespace heteroscope
