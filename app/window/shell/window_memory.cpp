#include "app/window/shell/window_memory.hpp"

#include <utility>

#include "app/window/model/times/clock.hpp"
#include "core/base/failure.hpp"

namespace heteroscope {
namespace {

constexpr double rest_s = 1.5;  // nothing is written while something is being dragged
constexpr double retry_s = 30;  // after the state could not be saved

/// Without the size, which follows the window, and without a time that goes on.
Settings to_remember(const WindowModel& model, Settings settings) {
  settings.problem.size = {};
  return model.running ? without_time(std::move(settings), *model.workload) : settings;
}

}  // namespace

WindowMemory::WindowMemory(std::filesystem::path path, const Memory& found)
    : path_(std::move(path)),
      told_before_(found.preferences.told_oddity),
      kept_views_(found.own_views),
      kept_recent_(found.recent) {}

void WindowMemory::note(Ui& ui, WindowModel& model, const Settings& kept) {
  Settings settings = to_remember(model, kept);
  // while something goes on, its steps are those it began with: they would be written again and again
  const bool same_run = model.running && seen_ && seen_->settings->problem.workload == settings.problem.workload;
  if (same_run) settings.problem.steps = seen_->settings->problem.steps;
  const auto same = [&](const std::optional<Memory>& memory) {
    return memory && memory->settings == settings && memory->preferences == ui.preferences &&
           memory->recent == model.recent && memory->own_views == model.own_views.all();
  };
  if (!same(seen_)) {
    seen_ = Memory{settings, ui.preferences, model.recent, model.own_views.all()};
    seen_s_ = ui.now_s;
    if (!remembered_) {
      remembered_ = seen_;
      remembered_->preferences.told_oddity = told_before_;
    }
  }
  if (!same(remembered_) && ui.now_s - seen_s_ > rest_s) write(ui, model, *seen_, false);
  unsaved_ = !same(remembered_);
}

std::optional<double> WindowMemory::due_s() const {
  return unsaved_ && !path_.empty() ? std::optional(seen_s_ + rest_s) : std::nullopt;
}

void WindowMemory::keep(Ui& ui, WindowModel& model, const Settings& settings, bool anew) {
  write(ui, model, {to_remember(model, settings), ui.preferences, model.recent, model.own_views.all()}, anew);
}

void WindowMemory::write(Ui& ui, WindowModel& model, const Memory& memory, bool anew) {
  if (path_.empty() || !remembered_) return;
  if (memory == remembered_ && !anew) return;
  Memory written = memory;
  written.settings->problem.size = model.settings().problem.size;
  Memory base = *remembered_;
  base.own_views = kept_views_;
  base.recent = kept_recent_;
  if (base.settings) base.settings->problem.size = written.settings->problem.size;
  if (anew) base.settings.reset();  // the next window is as this one is
  Recollection kept;
  const Failure failed = attempt([&] { kept = save_memory(path_, written, model.catalog, base); });
  if (!failed) {
    if (!kept.trouble.empty()) ui.fail(kept.trouble);
    model.own_views.take_in(kept.memory.own_views);
    model.recent = kept.memory.recent;
    kept_views_ = kept.memory.own_views;
    kept_recent_ = kept.memory.recent;
    remembered_ = Memory{memory.settings, memory.preferences, kept_recent_, kept_views_};
    seen_ = remembered_;
    return;
  }
  ui.fail(failed.line);
  seen_s_ = ui.now_s + retry_s;
}

}  // namespace heteroscope
