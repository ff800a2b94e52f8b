#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/device/device.hpp"
#include "core/model/schema/block_shapes.hpp"
#include "core/model/settings/settings.hpp"

/// What a sweep measures: every variant of a workload's last stage over the side of its result, over numbers of CPU
/// threads, and over block shapes.
namespace heteroscope {

enum class SweepAxis { side, threads, block };
inline constexpr std::array<SweepAxis, 3> sweep_axes{SweepAxis::side, SweepAxis::threads, SweepAxis::block};

inline constexpr int smallest_side = 128;
inline constexpr int largest_cpu_side = 8192;
inline constexpr int largest_gpu_side = 32768;
inline constexpr auto sweep_blocks = block_shapes<BlockUse::swept>;

/// One variant along one axis.
struct SweepCase {
  struct Point {
    double x = 0;  ///< the side, the number of threads, or the place in sweep_blocks
    Settings settings;
  };
  std::string variant;
  Processor processor = Processor::cpu;
  SweepAxis axis = SweepAxis::side;
  std::vector<Point> points;  ///< by x
};

/// Why there is nothing along an axis, in a line; empty if there is.
std::string why_no_axis(SweepAxis axis, const Settings& settings, const Workload& workload, device::Devices devices);
/// The wanted axis, or the first that there is something along.
SweepAxis axis_for(SweepAxis wanted, const Settings& settings, const Workload& workload, device::Devices devices);

/// Variants that can run on these devices, the CPU's first: over sides that are powers of two, within the parameter's
/// range where one sets the side; those with threads over one, doublings, and all; the GPU's that take any shape of
/// block over those. What a device refuses is left out.
std::vector<SweepCase> sweep_cases(const Settings& settings, Catalog catalog, device::Devices devices);

/// What all curves have in common: "Mandelbrot set, Deep-zoom method: direct, fp64". Choices that nobody has changed
/// are left out.
std::string sweep_title(const Settings& settings, const Workload& workload);

/// The settings that are swept, without what a sweep does not look at.
Settings swept(const Settings& settings, Catalog catalog);

/// Whether a point of the next side is worth it after one that took `ms`: it should not take more than about a second,
/// where the time grows as the area does.
bool worth_measuring(double ms, double side, double next_side);

}  // namespace heteroscope
