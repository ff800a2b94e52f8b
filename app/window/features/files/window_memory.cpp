#include "app/window/features/files/window_memory.hpp"

#include <utility>

#include "app/window/model/times/clock.hpp"
#include "core/base/failure.hpp"
#include "core/model/settings/processors.hpp"

namespace heteroscope {
namespace {

constexpr double rest_s = 1.5;  // nothing is written while something is being dragged
constexpr double retry_s = 30;  // after the state could not be saved

/// Returns the settings for the next window: without the size, which follows the window, and without a time that goes
/// on. Where a GPU has stopped, they have the processors that were chosen before that.
Settings to_remember(const Window& window) {
  Settings out = window.model.settings();
  const GpuLoss& loss = window.view.gpu_loss;
  if (loss.count > 0 && (loss.others || out.execution.processor == Processor::cpu))
    set_participants(out.execution, loss.before, loss.gpus_before);
  out.problem.size = {};
  return window.model.running ? without_time(std::move(out), *window.model.workload) : out;
}

}  // namespace

WindowMemory::WindowMemory(std::filesystem::path path, const Memory& found, OwnViews& views,
                           std::vector<std::string>& recent)
    : path_(std::move(path)), views_(views), recent_(recent), remembered_(found) {
  views_.take_in(found.own_views);
  recent_ = found.recent;
}

/// Takes the state at the beginning as unchanged, except for an oddity that is told for the first time.
void WindowMemory::begin(const Memory& now) {
  if (std::exchange(begun_, true)) return;
  const std::string told = remembered_.preferences.told_oddity;
  remembered_.settings = now.settings;
  remembered_.preferences = now.preferences;
  remembered_.preferences.told_oddity = told;
}

void WindowMemory::on_frame(const Window& window, const FrameStep& /*step*/) {
  Memory now{to_remember(window), window.ui.preferences, recent_, views_.all()};
  // while a run goes on, the steps it began with are kept: otherwise each step would be written
  const bool same_run =
      window.model.running && seen_ && seen_->settings->problem.workload == now.settings->problem.workload;
  if (same_run) now.settings->problem.steps = seen_->settings->problem.steps;
  if (seen_ != now) {
    begin(now);
    seen_ = std::move(now);
    seen_s_ = window.ui.now_s;
  }
  if (seen_ != remembered_ && window.ui.now_s - seen_s_ > rest_s) write(window, Memory(*seen_));
  unsaved_ = seen_ != remembered_;
}

Activity WindowMemory::activity(const Window& /*window*/) const {
  return {.due_s = unsaved_ && !path_.empty() ? std::optional(seen_s_ + rest_s) : std::nullopt};
}

void WindowMemory::keep(const Window& window) {
  write(window, {to_remember(window), window.ui.preferences, recent_, views_.all()});
}

void WindowMemory::write(const Window& window, Memory memory) {
  if (path_.empty() || !begun_ || (memory == remembered_ && !anew_)) return;
  Memory written = memory;
  written.settings->problem.size = window.model.settings().problem.size;
  Memory base = remembered_;
  base.settings->problem.size = written.settings->problem.size;
  if (anew_) base.settings.reset();  // the next window gets this window's settings
  Recollection kept;
  const Failure failed = attempt([&] { kept = save_memory(path_, written, window.model.catalog, base); });
  if (failed) {
    window.ui.fail(failed.line);
    seen_s_ = window.ui.now_s + retry_s;
    return;
  }
  if (!kept.trouble.empty()) window.ui.fail(kept.trouble);
  views_.take_in(kept.memory.own_views);
  recent_ = kept.memory.recent;
  memory.own_views = std::move(kept.memory.own_views);
  memory.recent = std::move(kept.memory.recent);
  remembered_ = std::move(memory);
  seen_ = remembered_;
}

}  // namespace heteroscope
