#include "app/window/shell/lost_gpu.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "core/base/failure.hpp"
#include "core/device/device.hpp"
#include "core/model/settings/processors.hpp"
#include "core/plan/partition.hpp"

namespace heteroscope {
namespace {

/// Returns the GPUs of an execution that still work.
std::vector<int> gpus_left(const Execution& execution) {
  std::vector<int> out;
  const Failure failed = attempt([&] {
    for (const Participant& each : participants_of(execution, device::all())) {
      if (each.is_gpu() && device::all()[static_cast<std::size_t>(each.device)].available) out.push_back(each.device);
    }
  });
  return failed ? std::vector<int>() : out;
}

}  // namespace

void follow_lost_gpus(WindowModel& model, FrameView& view) {
  GpuLoss& loss = view.gpu_loss;
  const std::vector<device::Facts>& all = device::all();
  const auto lost = static_cast<int>(std::ranges::count_if(all, &device::Facts::lost));
  if (lost == loss.count) return;
  const Edit edit = model.edit();
  Execution& execution = edit->execution;
  const Failure& failure = view.progress.failure;
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
    set_participants(execution, execution.processor, {.all = false, .numbers = std::move(left)});
  } else {
    set_participants(execution, Processor::cpu, execution.gpus);
  }
  model.running = false;
  if (all.front().lost) view.interop_refusal = all.front().why_not;
}

}  // namespace heteroscope
