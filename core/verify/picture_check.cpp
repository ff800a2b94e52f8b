#include "core/verify/picture_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "core/base/ceil_div.hpp"
#include "core/color/colorize.hpp"
#include "core/color/colorize_device.hpp"
#include "core/run/frame_colors.hpp"
#include "core/summary/sample.hpp"
#include "core/summary/summary_device.hpp"

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

}  // namespace

std::string wrong_picture(const Frame& frame, const FieldView& host) {
  if (frame.field.on_device()) {
    if (std::string wrong = wrong_field(frame, host, frame.field.device_view()); !wrong.empty()) return wrong;
  }
  if (!frame.plan.reads_source() || !frame.input.on_device()) return {};
  const Field input = frame.input.with_host_copy();
  const std::string wrong = wrong_field(frame, input.host_view(), frame.input.device_view());
  return wrong.empty() ? wrong : "of the source: " + wrong;
}

}  // namespace heteroscope
