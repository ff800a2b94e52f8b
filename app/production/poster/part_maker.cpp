#include "app/production/poster/part_maker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "app/text/table.hpp"
#include "core/antialias/antialiased.hpp"
#include "core/base/error.hpp"
#include "core/base/watch.hpp"
#include "core/color/colorize.hpp"
#include "core/model/settings/looks.hpp"
#include "core/model/settings/source.hpp"
#include "core/plan/parts.hpp"
#include "core/poster/pieces.hpp"
#include "core/run/frame_colors.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

Plan part_or_refuse(const Settings& settings, const Cutout& part) {
  Planned planned = plan_part(settings, catalog(), device::Devices::here(), part);
  if (!planned) throw BadInput(planned.refusal);
  return std::move(*planned.plan);
}

Size size_of_whole(const Settings& settings) {
  const Workload& workload = find_workload(catalog(), settings.problem.workload);
  const std::any parameters = workload.bind(settings.problem.parameters);
  Size size = settings.problem.size;
  if (workload.reads_source(parameters) && settings.problem.source.id == file_source)
    size = load_image(settings.problem.source.file)->size();
  return workload.extent(parameters, size, settings.problem.precision).size;
}

/// The summary that decides the ends of the source's colors, if it is known before all of the source is read.
std::optional<Summary> source_ends(const Plan& plan) {
  if (plan.source_plan != nullptr) {
    if (plan.source_plan->workload->coloring.high_parameter.empty()) return std::nullopt;
    return Summary{};
  }
  if (plan.source_image != nullptr) return summarize(plan.source_image->host_view(), plan.threads);
  const Source& source = plan.settings.problem.source;
  const Pattern& pattern = *find_pattern(source.id);
  if (pattern.usual_range != nullptr && !pattern.usual_range(source.number)) return std::nullopt;
  return Summary{};
}

}  // namespace

PartMaker::PartMaker(Settings settings)
    : settings_(std::move(settings)),
      plan_(part_or_refuse(settings_, {.size = {1, 1}, .whole = size_of_whole(settings_)})) {}

Plan PartMaker::plan_of(const Cutout& part) const {
  return part_or_refuse(settings_, part);
}

const Reduction* PartMaker::reduction() const {
  return plan_.stages.front().stage->reduction();
}

void PartMaker::know(const Survey& survey) {
  reduced_.emplace(plan_.stages.size());
  reduced_->front() = survey_total(survey, *reduction(), plan_.read.whole.area());
}

std::optional<Frame> PartMaker::compute(const Cutout& part, const Waiter& waiter) {
  return executor_.execute(plan_of(part), PartRun{.waiter = waiter, .reduced = reduced_ ? &*reduced_ : nullptr});
}

std::optional<MadePart> PartMaker::make(const Cutout& part, const Waiter& waiter) {
  const Watch watch;
  auto frame = compute(part, waiter);
  if (!frame) return std::nullopt;
  MadePart out{.part = {.values = frame->field, .colors = {}},
               .compute_ms = frame->timing.total,
               .operations = frame->work.operations,
               .unit = std::string(frame->work.unit)};
  if (!colors_) return out;
  if (frame->plan.in_color()) {
    if (!channels_.add_to(*frame, catalog(), waiter.stop)) return std::nullopt;
    out.part.colors = channel_colors(frame->channels->results, settings_.look);
    out.operations *= 1 + static_cast<double>(color_channels.size());
  } else if (const int samples = settings_.look.samples; samples > 1) {
    Antialiased picture(*frame, settings_.look, catalog(), colors_);
    if (!picture.add_all(executor_, waiter.stop)) return std::nullopt;
    out.part.colors = picture.pixels();
    out.operations *= samples;
  } else if (!frame->distances.empty()) {
    out.part.colors = colorize(frame->distances.host_view(), *colors_);
  }
  out.compute_ms = watch.ms();
  return out;
}

bool PartMaker::look_at(const Cutout& part, Survey& survey, const Waiter& waiter) {
  const auto frame = executor_.execute(plan_of(part), PartialsRun{.waiter = waiter, .at = survey_grid(survey)});
  if (!frame) return false;
  add(frame->timing.total, 0, {});
  add_part(survey, *plan_.workload->tileable, frame->input_summary, frame->reduced.front());
  return true;
}

bool PartMaker::look_at_row(int i, ValueSample& sample, const Waiter& waiter) {
  const Pieces parts({size().width, 1}, {std::min(size().width, longest_part(plan_)), 1});
  for (std::int64_t j = 0; j < parts.count(); ++j) {
    const Cutout part{.x = parts[j].x, .y = sample.row(i), .size = parts[j].size, .whole = size()};
    const auto frame = compute(part, waiter);
    if (!frame) return false;
    add(frame->timing.total, 0, {});
    const FieldView view = frame->field.host_view();
    with_value_type(view.precision, [&]<class T>() { sample.add(view.row<const T>(0), part); });
  }
  return true;
}

std::optional<Figure> PartMaker::figure(const FieldView& values) const {
  const Workload& workload = *plan_.workload;
  if (workload.figures == nullptr || plan_.reads_source()) return std::nullopt;
  const auto none = [] { return FieldView{}; };
  Extent whole = plan_.output;
  whole.size = size();
  Summary unknown;
  unknown.minimum = -std::numeric_limits<double>::infinity();
  unknown.maximum = -unknown.minimum;
  const auto all = workload.figures({.parameters = &plan_.parameters,
                                     .input = none,
                                     .reduced = {},
                                     .result = [&] { return values; },
                                     .state = none,
                                     .summary = unknown,
                                     .output = whole});
  const auto counted = std::ranges::find(all, true, &Figure::adds_up);
  return counted != all.end() ? std::optional(*counted) : std::nullopt;
}

std::string PartMaker::rate() const {
  if (compute_ms_ <= 0 || operations_ <= 0) return {};
  return fmt::format("; {} {}/s", with_prefix(operations_ / compute_ms_ * 1000), unit_);
}

void PartMaker::add(double compute_ms, double operations, const std::string& unit) {
  compute_ms_ += compute_ms;
  operations_ += operations;
  if (!unit.empty()) unit_ = unit;
}

ColorMap colors_of(const PartMaker& maker) {
  const Plan& plan = maker.plan();
  const Look& look = maker.settings().look;
  const Coloring& coloring = plan.workload->coloring;
  if (colors_by_distance(look)) return distance_color_map(look);
  const bool ends_given = !look.automatic || colors_by_quantiles(look);
  if (plan.workload->colored_as_input()) {
    const std::optional<Summary> ends = ends_given ? Summary{} : source_ends(plan);
    if (ends) return source_color_map(look, plan, *ends);
  } else if (ends_given || coloring.bounded || !coloring.high_parameter.empty()) {
    return color_map(look, *plan.workload, maker.settings().problem.parameters, {});
  }
  throw BadInput(
      fmt::format("--range: set both ends: the colors of {} depend on the values, which are not known in advance "
                  "when it is computed in pieces",
                  plan.workload->id));
}

ColorMap colors_of(const PartMaker& maker, const ValueQuantiles& ranks) {
  ColorMap out = colors_of(maker);
  ranks.put(out, *palette_of(maker.settings().look));
  return out;
}

}  // namespace heteroscope
