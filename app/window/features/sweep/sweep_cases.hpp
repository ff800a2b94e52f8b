#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/device/device.hpp"
#include "core/model/schema/block_shapes.hpp"
#include "core/model/settings/settings.hpp"

/// The cases of a sweep: every variant of a workload's last stage over the side of its result, over numbers of CPU
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
  std::vector<Point> points;  ///< sorted by x
};

/// Returns in one line why nothing can be measured along an axis; empty if it can.
std::string why_no_axis(SweepAxis axis, const Settings& settings, const Workload& workload, device::Devices devices);
/// Returns the wanted axis, or the first along which something can be measured.
SweepAxis axis_for(SweepAxis wanted, const Settings& settings, const Workload& workload, device::Devices devices);

/// Returns the cases of all variants that can run on these devices, the CPU's first. Sides are powers of two, within
/// the range of the parameter that sets the side; thread counts are powers of two and all; block shapes are for GPU
/// variants that accept any. Cases that a device refuses are left out.
std::vector<SweepCase> sweep_cases(const Settings& settings, Catalog catalog, device::Devices devices);

/// What all curves have in common: "Mandelbrot set, Deep-zoom method: direct, fp64". Choices that nobody has changed
/// are left out.
std::string sweep_title(const Settings& settings, const Workload& workload);

/// The settings that are swept, without what a sweep does not look at.
Settings swept(const Settings& settings, Catalog catalog);

/// Returns whether the next side is to be measured after one that took `ms`: it should take no more than about a
/// second, if time grows with the area.
bool worth_measuring(double ms, double side, double next_side);

}  // namespace heteroscope
