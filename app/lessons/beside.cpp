#include "app/lessons/beside.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/compute/compute.hpp"
#include "app/lessons/measure.hpp"
#include "app/scope/lens.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/model/settings/processors.hpp"
#include "core/run/compare.hpp"
#include "core/run/frame_evenness.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

/// In place of what is no number, or larger: files have none of these.
constexpr double beyond_all = 1e300;

const LessonRow& lesson_row(const Lesson& lesson, const std::string& id) {
  return *std::ranges::find(lesson.rows, id, &LessonRow::id);
}

Frame frame_of(const Settings& settings) {
  return compute(settings, {.allow_unstable = true});
}

/// The same problem by the CPU, whatever computes the row.
Settings on_cpu(Settings settings) {
  set_participants(settings.execution, Processor::cpu, {});
  return settings;
}

double differences(const StatedFigure& figure, const Lesson& lesson) {
  const Frame a = frame_of(lesson_row(lesson, figure.first).settings);
  const Frame b = frame_of(lesson_row(lesson, figure.second).settings);
  const Diff diff = compare(a.field.host_view(), b.field.host_view());
  if (figure.kind == StatedFigure::Kind::differing) return static_cast<double>(diff.differing);
  if (figure.kind == StatedFigure::Kind::share)
    return static_cast<double>(diff.differing) / static_cast<double>(std::max<std::int64_t>(diff.values, 1));
  return std::isfinite(diff.max_error) ? diff.max_error : beyond_all;
}

double largest(const Settings& settings) {
  const Frame frame = frame_of(settings);
  const double out = largest_magnitude(frame.summary);
  return std::isfinite(out) && out < beyond_all ? out : beyond_all;
}

BesideFigure evenness(const LessonRow& row) {
  Settings settings = on_cpu(row.settings);
  const Frame frame = frame_of(settings);
  if (std::string why = why_even(*frame.plan.workload, frame.plan.output); !why.empty())
    return {.value = std::nullopt, .why = std::move(why)};
  return {.value = frame_evenness(frame).whole, .why = {}};
}

/// A mean over the instructions of all launches.
std::optional<double> modeled(const AccessPattern& pattern, std::string_view name) {
  double all = 0;
  double requests = 0;
  for (std::size_t i = 0; i < pattern.launches.size(); ++i) {
    const AccessTotals totals = totals_of(pattern, static_cast<int>(i));
    const bool shared = name == passes_a_load || name == passes_a_store;
    const bool loads = name == passes_a_load || name == sectors_a_load;
    const AccessTotal total = totals.sum(shared ? (loads ? Access::shared_load : Access::shared_store)
                                                : (loads ? Access::global_load : Access::global_store));
    all += shared ? total.passes : total.sectors;
    requests += total.requests;
  }
  return requests > 0 ? std::optional(all / requests) : std::nullopt;
}

BesideFigure model(const StatedFigure& figure, const LessonRow& row) {
  const Plan plan = plan_or_refuse(on_cpu(row.settings));
  if (std::string why = why_no_lens(plan, row.settings.execution); !why.empty())
    return {.value = std::nullopt, .why = std::move(why)};
  const auto of = lens_of(plan, row.settings.execution);
  const auto value = modeled(of->variant->make(of->problem), figure.second);
  return {.value = value, .why = value ? std::string() : fmt::format("{} does not have it", row.label)};
}

}  // namespace

BesideFigure BesideRows::find(const StatedFigure& figure, const Waiter& waiter) {
  const bool looked_at = figure.kind == StatedFigure::Kind::even || figure.kind == StatedFigure::Kind::model;
  if (!looked_at) {
    for (const std::string& each : figure.names()) {
      const LessonRow& row = lesson_row(lesson_, each);
      if (const std::string why = why_not(row); !why.empty())
        return {.value = std::nullopt, .why = fmt::format("{} was not computed here: {}", row.label, why)};
    }
  }
  switch (figure.kind) {
    case StatedFigure::Kind::differing:
    case StatedFigure::Kind::share:
    case StatedFigure::Kind::error:
      return {.value = differences(figure, lesson_), .why = {}};
    case StatedFigure::Kind::largest:
      return {.value = largest(lesson_row(lesson_, figure.first).settings), .why = {}};
    case StatedFigure::Kind::even:
      return evenness(lesson_row(lesson_, figure.first));
    case StatedFigure::Kind::model:
      return model(figure, lesson_row(lesson_, figure.first));
    default:
      return order(figure, waiter);
  }
}

BesideFigure BesideRows::order(const StatedFigure& figure, const Waiter& waiter) {
  const Workload& workload = find_workload(catalog(), lesson_.rows.front().settings.problem.workload);
  if (!workload.study) throw BadInput(fmt::format("{}: {} has no study", quote(figure.text), workload.id));
  if (studies_.empty()) {
    std::vector<Study> made = workload.study->make(waiter);
    if (waiter.asked()) return {.value = std::nullopt, .why = "the measurement was stopped before"};
    studies_ = std::move(made);
  }
  for (const Study& study : studies_) {
    for (const StudyCurve& curve : study.curves) {
      if (study.id == figure.first && curve.label == figure.second) return {.value = observed_order(curve), .why = {}};
    }
  }
  throw BadInput(fmt::format("{}: the study of {} has no such curve (studies: {}; curves: {})", quote(figure.text),
                             workload.id, list_ids(studies_, [](const Study& each) { return each.id; }),
                             list_ids(studies_.front().curves, [](const StudyCurve& each) { return each.label; })));
}

}  // namespace heteroscope
