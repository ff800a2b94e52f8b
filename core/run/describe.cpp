#include "core/run/describe.hpp"

#include <memory>
#include <vector>

#include "core/base/watch.hpp"
#include "core/color/distances.hpp"
#include "core/color/value_quantiles.hpp"
#include "core/model/settings/looks.hpp"
#include "core/run/frame_colors.hpp"
#include "core/run/peers.hpp"
#include "core/run/subnormals.hpp"
#include "core/summary/summary_device.hpp"

namespace heteroscope {
namespace {

Summary summary_of(const Frame& frame, const StreamOf& stream_of, Peers* peers) {
  const int threads = frame.plan.threads;
  if (peers != nullptr) return peers->summary(threads);
  if (!frame.field.on_device() || frame.field.kind() == MemoryKind::pinned)
    return summarize(frame.field.host_view(), threads);
  const device::Use use(frame.field.gpu());
  return device::summarize(frame.field.device_view(), stream_of(frame.field.gpu()));
}

std::shared_ptr<const ValueQuantiles> quantiles_of(const Frame& frame, Peers* peers) {
  const Look& look = frame.plan.settings.look;
  const bool numbers = frame.plan.workload->gives_numbers();
  const ColorMap map = numbers ? input_color_map(look, frame) : color_map(look, frame);
  if (peers != nullptr) return std::make_shared<const ValueQuantiles>(peers->sample(map.zero_is_special));
  return std::make_shared<const ValueQuantiles>(numbers ? frame.input : frame.field, map.zero_is_special);
}

std::vector<Figure> figures_of_frame(const Frame& frame, Peers* peers) {
  const Plan& plan = frame.plan;
  Field input_on_host;
  Field result_on_host;
  Field state_on_host;
  const auto on_host = [](const Field& field, Field& copy) {
    copy = field.with_host_copy();
    return copy.host_view();
  };
  const auto over_rows = [&](const TallyRow& row) {
    if (peers != nullptr) return peers->tally(plan.threads, row);
    const FieldView result = on_host(frame.field, result_on_host);
    return tally(result, {0, result.size.height}, plan.threads, row);
  };
  return plan.workload->figures({.parameters = &plan.parameters,
                                 .input = [&] { return on_host(frame.input, input_on_host); },
                                 .reduced = frame.reduced,
                                 .result = [&] { return on_host(frame.field, result_on_host); },
                                 .over_rows = over_rows,
                                 .state = [&] { return on_host(frame.states.front(), state_on_host); },
                                 .summary = frame.summary,
                                 .output = plan.output,
                                 .steps = frame.steps,
                                 .painted = !plan.settings.problem.strokes.empty()});
}

}  // namespace

Field distances_in(const Frame& frame, BufferPool& pool) {
  const Workload& workload = *frame.plan.workload;
  const double limit = workload.value_of(workload.coloring.high_parameter, frame.plan.settings.problem.parameters);
  return distances(frame.field, limit, pool);
}

void add_quantiles(Frame& frame) {
  const bool described = frame.summary.count > 0;
  if (described && colors_by_quantiles(frame.plan.settings.look)) frame.quantiles = quantiles_of(frame, nullptr);
}

void describe(Frame& frame, BufferPool& pool, const StreamOf& stream_of, Peers* peers) {
  const Watch watch;
  const Plan& plan = frame.plan;
  frame.summary = summary_of(frame, stream_of, peers);
  if (colors_by_quantiles(plan.settings.look)) frame.quantiles = quantiles_of(frame, peers);
  if (colors_by_distance(plan.settings.look) && frame.distances.empty()) frame.distances = distances_in(frame, pool);
  if (plan.workload->figures != nullptr && plan.cutout.is_whole()) frame.figures = figures_of_frame(frame, peers);
  frame.alarm = plan.workload->alarm(plan.parameters, frame.summary);
  frame.timing.summary = watch.ms();
  // an iteration's next steps start from these values
  if (plan.workload->iterates() && !plan.workload->has_own_state() && plan.uses_cpu())
    frame.note = subnormal_note(frame.summary, plan.settings.problem.precision);
  frame.work = plan.workload->work(plan.parameters, plan.extent(), plan.settings.problem.precision, frame.summary);
  if (plan.workload->iterates()) {
    const auto steps = static_cast<double>(frame.timing.steps);
    frame.work.operations *= steps;
    frame.work.bytes *= steps;
  }
}

}  // namespace heteroscope
