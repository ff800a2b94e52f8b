#include "core/verify/verifier.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>

#include "core/base/ceil_div.hpp"
#include "core/base/given_up.hpp"
#include "core/base/parallel.hpp"
#include "core/base/plural.hpp"
#include "core/color/colorize.hpp"
#include "core/color/colorize_device.hpp"
#include "core/frame/frame.hpp"
#include "core/process/memory_limit.hpp"
#include "core/run/frame_colors.hpp"
#include "core/summary/sample.hpp"
#include "core/summary/summary_device.hpp"
#include "core/verify/route_run.hpp"

namespace heteroscope {

namespace {

/// The device's sum of a billion values may differ from the host's in its last bits: both add in fp64 in orders of
/// their own, whose error is below the number of additions in a row, 2^-53 each, of the sum of magnitudes. Every value
/// is at most the largest magnitude.
double sum_slack(const Summary& summary) {
  const double largest = std::max(std::fabs(summary.minimum), std::fabs(summary.maximum));
  const auto count = static_cast<double>(summary.count);
  return std::ldexp(count * largest, -53) * count;
}

bool same_number(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

std::string wrong_summary(const Summary& host, const Summary& device) {
  const auto differs = [](const char* what, auto expected, auto found) {
    return fmt::format("the {} of the summary is {} on the device instead of {}", what, found, expected);
  };
  if (host.count != device.count) return differs("count", host.count, device.count);
  if (host.zeros != device.zeros) return differs("number of zeros", host.zeros, device.zeros);
  if (host.nans != device.nans) return differs("number of NaNs", host.nans, device.nans);
  if (!same_number(host.minimum, device.minimum)) return differs("minimum", host.minimum, device.minimum);
  if (!same_number(host.maximum, device.maximum)) return differs("maximum", host.maximum, device.maximum);
  const auto far = [&](double one, double other) {
    return std::isfinite(one) && !(std::fabs(one - other) <= sum_slack(host));
  };
  if (far(host.sum, device.sum)) return differs("sum", host.sum, device.sum);
  if (far(host.magnitudes, device.magnitudes)) return differs("sum of magnitudes", host.magnitudes, device.magnitudes);
  return {};
}

/// The first of two pictures' pixels that differ, as text; empty if none does.
std::string first_difference(const char* what, Size size, std::span<const std::uint32_t> host,
                             std::span<const std::uint32_t> device) {
  const auto [expected, found] = std::ranges::mismatch(host, device);
  if (expected == host.end()) return {};
  const auto place = expected - host.begin();
  return fmt::format("{} on the device at x {}, y {}: {:08x} instead of {:08x}", what, place % size.width,
                     place / size.width, *found, *expected);
}

std::string wrong_colors(const Frame& frame, const FieldView& host, const FieldView& on_device,
                         const device::Stream& stream) {
  const ColorMap map = color_map(frame.plan.settings.look, frame);
  const Pixels expected = colorize(host, map);
  Pixels found(expected.size());
  const Buffer pixels(MemoryKind::device, found.size() * sizeof(std::uint32_t));
  device::colorize(on_device, map, static_cast<std::uint32_t*>(pixels.device()), stream);
  device::copy(found.data(), pixels.device(), pixels.bytes(), device::Direction::to_host, stream);
  stream.synchronize();
  std::string wrong = first_difference("the color", host.size, expected, found);
  // a surface is at most that large
  constexpr int largest = 32768;
  if (!wrong.empty() || std::max(host.size.width, host.size.height) > largest) return wrong;
  return first_difference("the surface's color", host.size, expected,
                          device::colorize_by_surface(on_device, map, stream));
}

/// Samples of single cells and of several, from the corner and from beside it.
std::string wrong_samples(const FieldView& host, const FieldView& on_device, const device::Stream& stream) {
  const auto [width, height] = host.size;
  for (const int step : {1, 2, 7, 300}) {
    SampleGrid grid{.x = step < width ? step : 0, .y = step < height ? step : 0, .across = step, .down = step};
    grid.size = {ceil_div(width - grid.x, step), ceil_div(height - grid.y, step)};
    const std::size_t bytes = static_cast<std::size_t>(grid.size.area()) * bytes_of(sampled_precision(host.precision));
    std::vector<std::byte> expected(bytes);
    sample(host, grid, expected.data());
    std::vector<std::byte> found(bytes);
    const Buffer out(MemoryKind::device, bytes);
    device::sample(on_device, grid, out.device(), stream);
    device::copy(found.data(), out.device(), bytes, device::Direction::to_host, stream);
    stream.synchronize();
    if (expected != found) return fmt::format("samples of {} x {} cells differ on the device", step, step);
  }
  return {};
}

std::string wrong_field(const Frame& frame, const FieldView& host, const FieldView& on_device) {
  const device::Stream stream;
  std::string wrong = wrong_summary(summarize(host, frame.plan.threads), device::summarize(on_device, stream));
  if (wrong.empty()) wrong = wrong_samples(host, on_device, stream);
  if (wrong.empty()) wrong = wrong_colors(frame, host, on_device, stream);
  return wrong;
}

/// How the device's summary, samples and colors of a frame's result, and of its source, differ from those of the same
/// values on the host (`host`: the result's); empty if they do not, and of what is not on a device. Throws DeviceError.
std::string wrong_picture(const Frame& frame, const FieldView& host) {
  if (frame.field.on_device()) {
    if (std::string wrong = wrong_field(frame, host, frame.field.device_view()); !wrong.empty()) return wrong;
  }
  if (!frame.plan.reads_source() || !frame.input.on_device()) return {};
  const Field input = frame.input.with_host_copy();
  const std::string wrong = wrong_field(frame, input.host_view(), frame.input.device_view());
  return wrong.empty() ? wrong : "of the source: " + wrong;
}

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
