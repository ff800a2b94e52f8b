#include <algorithm>
#include <utility>
#include <vector>

#include "app/window/model/iterating.hpp"
#include "app/window/shell/app.hpp"
#include "core/base/failure.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/processors.hpp"
#include "core/plan/partition.hpp"

namespace heteroscope {

namespace {

/// The GPUs of an execution that still work.
std::vector<int> gpus_left(const Execution& execution) {
  std::vector<int> out;
  const Failure failed = attempt([&] {
    for (const Lane& each : lanes_of(execution, device::all())) {
      if (each.is_gpu() && device::all()[static_cast<std::size_t>(each.device)].available) out.push_back(each.device);
    }
  });
  return failed ? std::vector<int>() : out;
}

}  // namespace

/// How results come to the screen. What is odd about that is told once; a row of the panel has it always.
void App::ask_display(const Start& start) {
  told_before_ = state_.preferences.told_oddity;
  if (start.display == DisplayWay::host_copy) {
    // CUDA is not even asked: where its answer never comes, this is the way out
    state_.drawn_by = drawing_card().name();
    state_.interop_refusal = "--display host was asked for";
    return;
  }
  state_.asked_display = start.display;
  const InteropStanding standing = interop_standing();
  state_.drawn_by = standing.drawing.name();
  state_.interop_refusal = standing.refusal;
  // where GLX does not find NVIDIA's library it takes another one
  const bool refused = start.card_refused || (start.card_asked && !standing.drawing.is_nvidia());
  state_.offers_card = standing.offers_card && !refused;
  if (refused) {
    state_.toasts.fail("the NVIDIA card opens no window on this display; it is drawn as before", state_.now_s);
  } else if (!standing.oddity.empty() && standing.oddity != state_.preferences.told_oddity) {
    state_.toasts.say(standing.refusal, state_.now_s);
  }
  state_.preferences.told_oddity = standing.oddity;
}

/// What the window does about a GPU that has stopped: the other ones go on, else the CPU. Without the one that draws,
/// the CPU does.
void App::follow_gpu() {
  GpuLoss& loss = state_.gpu_loss;
  const std::vector<device::Facts>& all = device::all();
  const auto lost = static_cast<int>(std::ranges::count_if(all, &device::Facts::lost));
  if (lost == loss.count) return;
  Execution& execution = state_.settings.execution;
  const Failure& failure = state_.progress.failure;
  if (loss.count == 0) {
    loss.before = execution.processor;
    loss.gpus_before = execution.gpus;
  }
  loss.count = lost;
  loss.what = failure.kind == Failure::Kind::device_lost ? failure.line
                                                         : std::ranges::find_if(all, &device::Facts::lost)->why_not;
  std::vector<int> left = gpus_left(execution);
  loss.others = !all.front().lost && !left.empty();
  if (loss.others) {
    set_lanes(execution, execution.processor, {.all = false, .numbers = std::move(left)});
  } else {
    set_lanes(execution, Processor::cpu, execution.gpus);
  }
  state_.running = false;
  if (all.front().lost) state_.interop_refusal = all.front().why_not;
}

/// Only a new process gets the device back: the window closes, keeps its state, and is opened anew.
void App::start_gpu_again() {
  anew_ = true;
  close();
}

void App::draw_on_card() {
  on_card_ = true;
  start_gpu_again();
}

/// As the next window is to find them: what a stopped GPU was doing is still wanted.
Settings App::settings_to_keep() const {
  Settings out = state_.settings;
  const GpuLoss& loss = state_.gpu_loss;
  if (loss.count > 0 && (loss.others || out.execution.processor == Processor::cpu))
    set_lanes(out.execution, loss.before, loss.gpus_before);
  return out;
}

}  // namespace heteroscope
