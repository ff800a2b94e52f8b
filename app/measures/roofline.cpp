#include "app/measures/roofline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/text/format.hpp"

namespace heteroscope {

namespace {

constexpr double least_intensity = 1.0 / 64;  // fma a byte
constexpr double most_intensity = 1024;

double rate_of(const MemoryCeiling& memory, bool only_writes) {
  return only_writes ? memory.rates.fill_bytes_per_s : memory.rates.copy_bytes_per_s;
}

PlotLine slope(double bytes_per_s, double fma_per_s, double left, std::uint32_t color, std::string label) {
  return {.label = std::move(label),
          .color = color,
          .points = {{left, left * bytes_per_s}, {fma_per_s / bytes_per_s, fma_per_s}},
          .width = 2};
}

/// Returns how many ceilings of these participants are not known yet.
int missing_of(const CeilingMeter& meter, const RoofOf& of) {
  const auto gpu = std::ranges::find_if(of.participants, &Participant::is_gpu);
  const bool all_gpus = std::ranges::all_of(of.participants, &Participant::is_gpu);
  int out = 0;
  if (gpu != of.participants.end()) out += meter.missing_gpu(of.touched.gpu_bytes);
  if (!all_gpus) out += meter.missing_cpu(of.touched.threads, of.touched.cpu_bytes);
  return all_gpus ? out + meter.missing_chip() : out;
}

}  // namespace

double Roof::at(double fma_per_byte) const {
  return std::min(fma_per_s, fma_per_byte * near_bytes_per_s);
}

Roof roof_of(CeilingMeter& meter, const RoofOf& of) {
  constexpr double beyond_caches = 1e15;
  meter.expect(missing_of(meter, of));
  Roof out;
  for (const Participant& participant : of.participants) {
    const auto held = [&](double bytes) {
      return participant.is_gpu() ? meter.gpu(bytes, of.precision) : meter.cpu(of.touched.threads, bytes, of.precision);
    };
    const HeldAgainst near = held(participant.is_gpu() ? of.touched.gpu_bytes : of.touched.cpu_bytes);
    out.fma_per_s += near.fma_per_s;
    out.near_bytes_per_s += rate_of(near.memory, of.only_writes);
    out.near_bytes += static_cast<double>(near.memory.set_bytes);
    out.memory_bytes_per_s += rate_of(held(beyond_caches).memory, of.only_writes);
  }
  if (std::ranges::all_of(of.participants, &Participant::is_gpu)) {
    const device::ChipRates& one = meter.chip();
    const auto gpus = static_cast<double>(of.participants.size());
    out.chip = {gpus * one.l2_bytes_per_s, gpus * one.shared_bytes_per_s};
  }
  return out;
}

std::optional<RoofPoint> roof_point(const Work& work, double ms) {
  if (!(ms > 0) || !(work.bytes > 0)) return std::nullopt;
  return RoofPoint{.fma_per_byte = work.fma() / work.bytes,
                   .fma_per_s = work.fma() / ms * 1e3,
                   .bytes_per_s = work.bytes / ms * 1e3};
}

RoofShare share_of(const Roof& roof, const RoofPoint& point) {
  const double fma = point.fma_per_s / roof.fma_per_s;
  const double bytes = point.bytes_per_s / roof.near_bytes_per_s;
  return fma >= bytes ? RoofShare{true, fma} : RoofShare{false, bytes};
}

PlotPoint placed_in(const Plot& plot, const RoofPoint& point) {
  const double left = plot.x.scale->low;
  if (point.fma_per_byte <= 0) return {left, left * point.bytes_per_s, std::nullopt};
  return {point.fma_per_byte, point.fma_per_s, std::nullopt};
}

Plot roof_plot(const Roof& roof, std::span<const RoofPoint> held, const RooflineColors& colors) {
  double left = std::min(least_intensity, roof.ridge() / 8);
  double right = std::max(most_intensity, roof.ridge() * 8);
  for (const RoofPoint& each : held) {
    if (each.fma_per_byte <= 0) continue;
    left = std::min(left, each.fma_per_byte / 2);
    right = std::max(right, each.fma_per_byte * 2);
  }
  const PlotScale x = round_scale(left, right, true);
  Plot out;
  out.x = {.label = "multiply-adds per byte", .logarithmic = true, .exact = true, .scale = x};
  out.y = {.logarithmic = true, .prefixes = true, .unit = "/s"};
  // a set that fits a cache is faster, one that is moved in a few µs slower
  const bool two_slopes = std::abs(roof.near_bytes_per_s / roof.memory_bytes_per_s - 1) > 0.05;
  out.lines.push_back(slope(roof.memory_bytes_per_s, roof.fma_per_s, x.low, colors.memory,
                            fmt::format("memory {}B/s", format_si(roof.memory_bytes_per_s))));
  if (two_slopes) {
    out.lines.push_back(
        slope(roof.near_bytes_per_s, roof.fma_per_s, x.low, colors.roof,
              fmt::format("in {}B {}B/s", format_si(roof.near_bytes), format_si(roof.near_bytes_per_s))));
    out.lines.back().width = 2.5;
  }
  double steepest = std::max(roof.near_bytes_per_s, roof.memory_bytes_per_s);
  for (const auto& [rate, name] :
       {std::pair{roof.chip.l2_bytes_per_s, "L2 cache"}, std::pair{roof.chip.shared_bytes_per_s, "shared memory"}}) {
    if (!(rate > 0)) continue;
    out.lines.push_back(
        slope(rate, roof.fma_per_s, x.low, colors.memory, fmt::format("{} {}B/s", name, format_si(rate))));
    out.lines.back().width = 1;
    steepest = std::max(steepest, rate);
  }
  out.lines.push_back({.label = fmt::format("multiply-adds {}/s", format_si(roof.fma_per_s)),
                       .color = colors.roof,
                       .points = {{roof.fma_per_s / steepest, roof.fma_per_s}, {x.high, roof.fma_per_s}},
                       .width = 2.5});
  return out;
}

Plot roofline_plot(const Roofline& roofline, const RooflineColors& colors) {
  std::vector<RoofPoint> all = roofline.points;
  if (roofline.counted) all.push_back(*roofline.counted);
  if (roofline.counted_l2) all.push_back(*roofline.counted_l2);
  Plot out = roof_plot(roofline.roof, all, colors);
  out.id = "##roofline";
  PlotLine trail{.color = colors.trail, .marker = Marker::ring, .points = {}, .faint = true, .width = 1};
  for (const RoofPoint& each : roofline.points) trail.points.push_back(placed_in(out, each));
  if (trail.points.size() > 1) out.lines.push_back(trail);
  if (!roofline.points.empty()) {
    out.lines.push_back({.label = roofline.labels.back(),
                         .color = colors.point,
                         .marker = Marker::disk,
                         .points = {placed_in(out, roofline.points.back())},
                         .width = 3});
  }
  for (const auto& [point, name] :
       {std::pair{&roofline.counted, "as counted"}, std::pair{&roofline.counted_l2, "as counted, L2"}}) {
    if (!*point) continue;
    out.lines.push_back({.label = name,
                         .color = colors.point,
                         .marker = Marker::diamond,
                         .points = {placed_in(out, **point)},
                         .width = 3});
  }
  return out;
}

}  // namespace heteroscope
