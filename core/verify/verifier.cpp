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

}  // namespace

void Verifier::forget() {
  references_.clear();
}

/// An eighth of what the program may hold: cases that have a reference in common follow each other closely.
void Verifier::make_room() {
  const auto bytes = [&] {
    std::size_t sum = 0;
    for (const ReferenceResult& each : references_) sum += each.field.bytes() + each.input.bytes() + each.state.bytes();
    return sum;
  };
  while (!references_.empty() && bytes() > memory::limit() / 8) references_.pop_front();
}

const ReferenceResult& Verifier::reference(const Settings& settings, const Workload& workload) {
  const Settings wanted = reference_of(settings, workload);
  const auto known = std::ranges::find(references_, wanted.problem, &ReferenceResult::problem);
  if (known != references_.end()) return *known;
  Planned planned = plan(wanted, catalog_, gpus_);
  if (!planned) throw BadInput("the reference cannot be computed: " + planned.refusal);
  const std::optional<Frame> computed = executor_.execute(*planned.plan, CheckedRun{.summarize = false, .stop = stop_});
  if (!computed) throw GivenUp{};
  ReferenceResult out = reference_result(*computed);
  out.problem = wanted.problem;
  make_room();
  return references_.emplace_back(std::move(out));
}

Summary Verifier::reference_summary(const Settings& settings) {
  const Workload& workload = find_workload(catalog_, settings.problem.workload);
  return summarize(reference(settings, workload).field.host_view(), all_threads());
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
  const ReferenceResult& expected = reference(wanted.settings, *todo.workload);
  const Frame found = run_route(executor_, todo, wanted.route, catalog_, gpus_, stop_);
  const Field on_host = found.field.with_host_copy();
  result = compared_with(expected, found, on_host, wanted.route);
  if (const auto touched = touched_outside(on_host.host_view()); touched > 0) {
    result.reason =
        fmt::format("{} outside of the domain {} written", plural(touched, "place"), noun(touched, "was", "were"));
  }
  if (result.reason.empty() && wanted.route.traced) result.reason = wrong_trace(found);
  if (result.reason.empty() && wanted.route.shown) result.reason = wrong_picture(found, on_host.host_view());
  if (!result.reason.empty()) result.outcome = Outcome::failed;
  return result;
}

}  // namespace heteroscope
