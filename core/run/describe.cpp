#include "core/run/describe.hpp"

#include <cstring>
#include <memory>
#include <span>
#include <vector>

#include "core/base/watch.hpp"
#include "core/color/distances.hpp"
#include "core/color/value_ranks.hpp"
#include "core/model/settings/looks.hpp"
#include "core/run/frame_colors.hpp"
#include "core/run/subnormals.hpp"
#include "core/summary/row_summaries.hpp"
#include "core/summary/summary_device.hpp"
#include "core/world/in_turn.hpp"

namespace heteroscope {
namespace {

Summary summary_of(const Frame& frame, const StreamOf& stream_of, Companions* companions) {
  const int threads = frame.plan.threads;
  if (companions != nullptr) {
    const RowSummaries own(frame.band.view(), frame.band.own, threads);
    return in_turn(*companions, Summary{}, [&](const Summary& above) { return own.after(above); });
  }
  if (!frame.field.on_device() || frame.field.kind() == MemoryKind::pinned)
    return summarize(frame.field.host_view(), threads);
  const device::Use use(frame.field.gpu());
  return device::summarize(frame.field.device_view(), stream_of(frame.field.gpu()));
}

/// Of the bands of all ranks, at rank 0.
ValueSample sample_of_bands(const FieldBand& band, bool zero_is_special, Companions& companions) {
  const Size whole = band.whole.size;
  ValueSample out(whole, zero_is_special);
  const FieldView view = band.view();
  with_value_type(view.precision, [&]<class T>() {
    for (int i = 0; i < out.rows(); ++i) {
      const int y = out.row(i);
      if (y >= band.own.begin && y < band.own.end)
        out.add(view.row<const T>(y),
                {.y = y, .size = {values_in_row(view.domain, whole.width, y), 1}, .whole = whole});
    }
  });
  if (companions.rank() > 0) {
    const std::int64_t above = out.above();
    const std::span<const std::byte> parts[] = {std::as_bytes(std::span(&above, 1)),
                                                std::as_bytes(std::span(out.values()))};
    companions.send(0, parts);
    return out;
  }
  for (int rank = 1; rank < companions.count(); ++rank) {
    const std::vector<std::byte> letter = companions.receive(rank);
    const std::span<const std::byte> rest = rest_of(letter);
    std::int64_t above = 0;
    std::memcpy(&above, rest.data(), sizeof above);
    std::vector<double> values((rest.size() - sizeof above) / sizeof(double));
    if (!values.empty()) std::memcpy(values.data(), rest.data() + sizeof above, values.size() * sizeof(double));
    out.add(values, above);
  }
  return out;
}

std::shared_ptr<const ValueRanks> value_ranks_of(const Frame& frame, Companions* companions) {
  const Look& look = frame.plan.settings.look;
  const bool numbers = frame.plan.workload->gives_numbers();
  const ColorMap map = numbers ? input_color_map(look, frame) : color_map(look, frame);
  if (companions != nullptr)
    return std::make_shared<const ValueRanks>(sample_of_bands(frame.band, map.zero_is_special, *companions));
  return std::make_shared<const ValueRanks>(numbers ? frame.input : frame.field, map.zero_is_special);
}

std::vector<Figure> figures_of(const Frame& frame, Companions* companions) {
  const Plan& plan = frame.plan;
  Field input_on_host;
  Field result_on_host;
  Field state_on_host;
  const auto on_host = [](const Field& field, Field& copy) {
    copy = field.with_host_copy();
    return copy.host_view();
  };
  const auto over_rows = [&](const TallyRow& row) {
    if (companions == nullptr) {
      const FieldView result = on_host(frame.field, result_on_host);
      return tally(result, {0, result.size.height}, plan.threads, row);
    }
    const FieldBand& band = frame.band;
    const Tallies own(band.view(), band.own, plan.threads, row);
    return in_turn(*companions, Tally{}, [&](const Tally& above) { return own.after(above); });
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

void describe(Frame& frame, BufferPool& pool, const StreamOf& stream_of, Companions* companions) {
  const Watch watch;
  const Plan& plan = frame.plan;
  frame.summary = summary_of(frame, stream_of, companions);
  if (colors_by_ranks(plan.settings.look)) frame.ranks = value_ranks_of(frame, companions);
  if (colors_by_distance(plan.settings.look) && frame.distances.empty()) frame.distances = distances_in(frame, pool);
  if (plan.workload->figures != nullptr && plan.cutout.is_whole()) frame.figures = figures_of(frame, companions);
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
