#include <memory>

#include "app/window/app.hpp"
#include "core/device.hpp"

namespace heteroscope {

/// What the window does about a GPU that has stopped, and about one that was started again.
void App::follow_gpu() {
  GpuLoss& loss = state_.gpu_loss;
  const device::Facts& facts = device::facts();
  if (facts.lost && loss.what.empty()) {
    const Failure& failure = state_.progress.failure;
    loss = {.what = failure.kind == Failure::Kind::device_lost ? failure.line : facts.why_not,
            .before = state_.settings.processor};
    state_.settings.processor = Processor::cpu;
    state_.running = false;
    state_.interop_refusal = facts.why_not;
    screen_.let_go();
  }
  if (!loss.starting || state_.progress.starting_gpu) return;
  loss.starting = false;
  if (facts.lost) {
    state_.toasts.fail(state_.progress.failure.line, state_.now_s);
    return;
  }
  state_.settings.processor = loss.before;
  loss = {};
  state_.interop_refusal = refusal_of(DisplayWay::interop_texture);
  state_.toasts.say("The GPU was started again", state_.now_s);
}

/// Asks for it; follow_gpu() sees what comes of it.
void App::start_gpu_again() {
  if (state_.gpu_loss.what.empty() || state_.gpu_loss.starting) return;
  let_go_of_gpu();
  state_.gpu_loss.starting = true;
  state_.progress.starting_gpu = true;
  runner_.start_gpu_again();
}

/// Of every picture whose values the GPU's driver holds. What is on the screen is a texture, and stays.
void App::let_go_of_gpu() {
  const auto let_go = [](std::shared_ptr<const Frame>& frame) {
    if (frame != nullptr && frame->needs_device()) frame = nullptr;
  };
  if (state_.comparison.kept != nullptr && state_.comparison.kept->needs_device()) {
    state_.toasts.fail("picture A was in the GPU's memory and is gone: keep again (K)", state_.now_s);
    if (state_.comparison.with == CompareWith::kept) state_.comparison.turn_off();
  }
  let_go(state_.comparison.kept);
  let_go(state_.comparison.other);
  let_go(state_.progress.frame);
  let_go(state_.frame);
  comparer_.let_go();
  screen_.let_go();
  state_.sweep->give_up();
  if (state_.cover.measuring != nullptr) state_.cover.measuring->forget();
}

}  // namespace heteroscope
