#include "core/verify/reference_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/base/plural.hpp"
#include "core/types/basic_types.hpp"

namespace heteroscope {

namespace {

/// Divided one by one: their sum may be larger than any double.
double mean_of_magnitudes(const FieldView& view) {
  const auto count = static_cast<double>(view.size.area());
  return with_value_type(view.precision, [&]<class T>() {
    double mean = 0;
    for (int y = 0; y < view.size.height; ++y) {
      const T* row = view.row<T>(y);
      for (int x = 0; x < view.size.width; ++x) mean += std::abs(static_cast<double>(row[x])) / count;
    }
    return mean;
  });
}

/// Names the first stage whose sum, or mean, is further from the reference's than the two variants' orders of addition
/// allow; empty if there is none.
std::string wrong_sum(const ReferenceResult& expected, const Frame& found, const Route& route) {
  const Plan& plan = found.plan;
  for (std::size_t i = 0; i < plan.stages.size(); ++i) {
    const PlannedStage& stage = plan.stages[i];
    if (!stage.stage->sums()) continue;
    const auto bound = [&](const Variant* variant) {
      return variant == nullptr || variant->sum_error == nullptr
                 ? 0.0
                 : variant->sum_error(plan.input.size.area(), plan.settings.problem.precision);
    };
    // each band after the first adds to what the others have found
    const int rows = plan.input.size.height;
    const int bands = route.band > 0 ? rows / route.band : route.interrupted ? rows : 0;
    const double share =
        bound(expected.variants[i]) + bound(stage.cpu) + bound(stage.gpu) + std::ldexp(static_cast<double>(bands), -53);
    const bool averages = stage.stage->reduction()->averages;
    const double allowed =
        share * expected.mean_magnitude * (averages ? 1 : static_cast<double>(plan.input.size.area()));
    for (std::size_t k = 0; k < found.reduced[i].size(); ++k) {
      const double error = std::abs(found.reduced[i][k] - expected.reduced[i][k]);
      if (!(error <= allowed)) {
        return fmt::format("{}: {} {} instead of {}, beyond {:.3g}", stage.stage->id, averages ? "mean" : "sum",
                           found.reduced[i][k], expected.reduced[i][k], allowed);
      }
    }
  }
  return {};
}

/// Where a state that is not the result differs; empty if nowhere. A picture would not show it.
std::string wrong_state(const ReferenceResult& expected, const Frame& found) {
  if (found.states.empty()) return {};
  const Field on_host = found.states.front().with_host_copy();
  const Diff diff = compare(expected.state.host_view(), on_host.host_view(), 0);
  if (diff.differing == 0) return {};
  return fmt::format("state: {} {}, first at row {}, column {}: {} instead of {}", plural(diff.differing, "value"),
                     noun(diff.differing, "differs", "differ"), diff.first_y, diff.first_x,
                     on_host.value(diff.first_x, diff.first_y), expected.state.value(diff.first_x, diff.first_y));
}

/// A value that lies between the reference's sum and the variant's may fall on either side of a threshold made of them:
/// such values are counted, and are no failures, as long as they are not most of the picture. A tolerance that lets
/// most values differ could not tell a right result from a wrong one.
void excuse_flips(const ReferenceResult& expected, const Frame& found, const Field& on_host, CaseResult& result) {
  const auto& tolerances = found.plan.workload->tolerances;
  if (!tolerances || tolerances->may_flip == nullptr || result.diff.differing == 0) return;
  const Extent extent = found.plan.output;
  for (int y = 0; y < extent.size.height; ++y) {
    for (int x = 0; x < extent.size.width; ++x) {
      if (expected.field.value(x, y) == on_host.value(x, y)) continue;
      if (tolerances->may_flip(expected.input.value(x, y), expected.reduced, found.reduced)) {
        ++result.flipped;
      }
    }
  }
  if (2 * result.flipped > extent.size.area()) return;
  result.diff.beyond = std::max<std::int64_t>(0, result.diff.beyond - result.flipped);
}

}  // namespace

double tolerance_of(const Plan& plan, double largest) {
  double tolerance = 0;
  bool reordered = false;
  for (const PlannedStage& stage : plan.stages) {
    for (const Variant* variant : {stage.cpu, stage.gpu}) {
      if (variant == nullptr) continue;
      reordered = reordered || variant->reordered;
      if (variant->rounding == nullptr) continue;
      tolerance = std::max(tolerance, variant->rounding(plan.parameters, plan.settings.problem.precision, largest));
    }
  }
  if (!reordered) return tolerance;
  return tolerance + plan.workload->tolerance(plan.parameters, plan.settings.problem.precision, largest);
}

std::string failure_text(const CaseResult& result) {
  const Diff& diff = result.diff;
  if (diff.beyond == 0) return result.reason;
  const std::string place =
      result.binned ? fmt::format("in bin {}", diff.first_x) : fmt::format("at x {}, y {}", diff.first_x, diff.first_y);
  return fmt::format("{} beyond the tolerance, first {}: {} instead of {}", plural(diff.beyond, "value"), place,
                     result.found, result.expected);
}

ReferenceResult reference_result(const Frame& frame) {
  ReferenceResult out{
      .problem = frame.plan.problem, .field = frame.field, .input = frame.input, .reduced = frame.reduced};
  if (frame.plan.reads_source()) {
    const Summary& input = frame.input_summary;
    out.largest = std::max(std::abs(input.minimum), std::abs(input.maximum));
    out.mean_magnitude = mean_of_magnitudes(frame.input.host_view());
  }
  if (!frame.states.empty()) out.state = frame.states.front();
  for (const PlannedStage& stage : frame.plan.stages) out.variants.push_back(stage.cpu);
  return out;
}

CaseResult compared_with(const ReferenceResult& expected, const Frame& found, const Field& on_host,
                         const Route& route) {
  CaseResult out{.binned = found.plan.workload->binned.has_value()};
  out.diff = compare(expected.field.host_view(), on_host.host_view(), tolerance_of(found.plan, expected.largest));
  excuse_flips(expected, found, on_host, out);
  out.reason = wrong_sum(expected, found, route);
  if (out.reason.empty()) out.reason = wrong_state(expected, found);
  if (out.diff.beyond == 0 && out.reason.empty()) return out;
  out.outcome = Outcome::failed;
  if (out.diff.first_x >= 0) {
    out.expected = expected.field.value(out.diff.first_x, out.diff.first_y);
    out.found = on_host.value(out.diff.first_x, out.diff.first_y);
  }
  return out;
}

}  // namespace heteroscope
