#include "core/verify/verifier.hpp"
#include "core/base/given_up.hpp"
#include "core/base/parallel.hpp"
#include "core/base/plural.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/process/memory_limit.hpp"
#include "core/verify/picture_check.hpp"
#include "core/verify/route_run.hpp"

namespace heteroscope {

namespace {

/// How many places without a value have been written to since the field was filled with set bits.
std::int64_t touched_outside(const FieldView& view) {
  if (view.domain == Domain::whole) return 0;
  std::int64_t touched = 0;
  const std::size_t element = bytes_of(view.precision);
  for (int y = 0; y < view.size.height; ++y) {
    const auto* row = static_cast<const unsigned char*>(view.data) +
                      static_cast<std::size_t>(y) * static_cast<std::size_t>(view.size.width) * element;
    for (int x = view.values(y); x < view.size.width; ++x) {
      const unsigned char* place = row + static_cast<std::size_t>(x) * element;
      touched += std::all_of(place, place + element, [](unsigned char byte) { return byte == 0xff; }) ? 0 : 1;
    }
  }
  return touched;
}

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

}  // namespace

void Verifier::forget() {
  references_.clear();
}

/// An eighth of what the program may hold: cases that have a reference in common follow each other closely.
void Verifier::make_room() {
  const auto bytes = [&] {
    std::size_t sum = 0;
    for (const Reference& each : references_) sum += each.field.bytes() + each.input.bytes() + each.state.bytes();
    return sum;
  };
  while (!references_.empty() && bytes() > memory::limit() / 8) references_.pop_front();
}

const Verifier::Reference& Verifier::reference(const Settings& settings, const Workload& workload) {
  const Settings wanted = reference_of(settings, workload);
  const auto known = std::ranges::find(references_, wanted.problem, &Reference::problem);
  if (known != references_.end()) return *known;
  Planned planned = plan(wanted, catalog_, gpus_);
  if (!planned) throw BadInput("the reference cannot be computed: " + planned.refusal);
  std::optional<Frame> computed = executor_.execute(*planned.plan, CheckedRun{.summarize = false, .stop = stop_});
  if (!computed) throw GivenUp{};
  Frame& frame = *computed;
  Reference out{.problem = wanted.problem, .field = frame.field, .input = frame.input, .reduced = frame.reduced};
  if (frame.plan.reads_source()) {
    const Summary& input = frame.input_summary;
    out.largest = std::max(std::abs(input.minimum), std::abs(input.maximum));
    out.mean_magnitude = mean_of_magnitudes(frame.input.host_view());
  }
  if (!frame.states.empty()) out.state = frame.states.front();
  for (const PlannedStage& stage : frame.plan.stages) out.variants.push_back(stage.cpu);
  make_room();
  return references_.emplace_back(std::move(out));
}

std::string Verifier::wrong_sum(const Reference& expected, const Frame& found, const Route& route) {
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

Summary Verifier::reference_summary(const Settings& settings) {
  const Workload& workload = find_workload(catalog_, settings.problem.workload);
  return summarize(reference(settings, workload).field.host_view(), all_threads());
}

/// Where a state that is not the result differs; empty if nowhere. A picture would not show it.
std::string Verifier::wrong_state(const Reference& expected, const Frame& found) {
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
void Verifier::excuse_flips(const Reference& expected, const Frame& found, const Field& on_host, CaseResult& result) {
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

CaseResult Verifier::run(const Case& wanted) {
  const Planned planned = plan(wanted.settings, catalog_, gpus_);
  CaseResult result;
  if (!planned) {
    result.outcome = Outcome::skipped;
    result.reason = planned.refusal;
    return result;
  }
  const Plan& todo = *planned.plan;
  if (std::string why = why_incomparable(todo); !why.empty()) {
    result.outcome = Outcome::skipped;
    result.reason = std::move(why);
    return result;
  }
  result.binned = todo.workload->binned.has_value();
  const Reference& expected = reference(wanted.settings, *todo.workload);
  const Frame found = run_route(executor_, todo, wanted.route, catalog_, gpus_, stop_);
  const Field on_host = found.field.with_host_copy();
  const double tolerance = tolerance_of(todo, expected.largest);
  result.diff = compare(expected.field.host_view(), on_host.host_view(), tolerance);
  excuse_flips(expected, found, on_host, result);
  result.reason = wrong_sum(expected, found, wanted.route);
  if (result.reason.empty()) result.reason = wrong_state(expected, found);
  if (const auto touched = touched_outside(on_host.host_view()); touched > 0) {
    result.reason =
        fmt::format("{} outside of the domain {} written", plural(touched, "place"), noun(touched, "was", "were"));
  }
  if (result.reason.empty() && wanted.route.traced) result.reason = wrong_trace(found);
  if (result.reason.empty() && wanted.route.shown) result.reason = wrong_picture(found, on_host.host_view());
  if (result.diff.beyond > 0 || !result.reason.empty()) {
    result.outcome = Outcome::failed;
    if (result.diff.first_x >= 0) {
      result.expected = expected.field.value(result.diff.first_x, result.diff.first_y);
      result.found = on_host.value(result.diff.first_x, result.diff.first_y);
    }
  }
  return result;
}

}  // namespace heteroscope
