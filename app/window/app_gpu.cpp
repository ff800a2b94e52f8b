#include "app/window/app.hpp"
#include "app/window/iterating.hpp"
#include "core/device.hpp"

namespace heteroscope {

/// What the window does about a GPU that has stopped.
void App::follow_gpu() {
  GpuLoss& loss = state_.gpu_loss;
  const device::Facts& facts = device::facts();
  if (!facts.lost || !loss.what.empty()) return;
  const Failure& failure = state_.progress.failure;
  loss = {.what = failure.kind == Failure::Kind::device_lost ? failure.line : facts.why_not,
          .before = state_.settings.execution.processor};
  state_.settings.execution.processor = Processor::cpu;
  state_.running = false;
  state_.interop_refusal = facts.why_not;
}

/// Only a new process gets the device back: the window closes, keeps its state, and is opened anew.
void App::start_gpu_again() {
  if (state_.gpu_loss.what.empty()) return;
  anew_ = true;
  close();
}

/// As the next window is to find them: what a stopped GPU was doing is still wanted.
Settings App::settings_to_keep() const {
  Settings out = state_.settings;
  start_over(out);
  if (!state_.gpu_loss.what.empty() && out.execution.processor == Processor::cpu)
    out.execution.processor = state_.gpu_loss.before;
  return out;
}

}  // namespace heteroscope
