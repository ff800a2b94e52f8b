#pragma once

#include <array>
#include <string>
#include <vector>

#include "core/device/device.hpp"
#include "core/model/settings.hpp"

/// What a sweep measures: every variant of a workload's last stage over the side of its result and over block shapes.
namespace heteroscope {

enum class SweepAxis { side, block };

inline constexpr int smallest_side = 128;
inline constexpr int largest_cpu_side = 8192;
inline constexpr int largest_gpu_side = 32768;
inline constexpr std::array<BlockShape, 7> sweep_blocks{
    {{8, 8}, {16, 16}, {32, 32}, {32, 8}, {64, 4}, {128, 2}, {256, 1}}};

/// One variant along one axis.
struct SweepCase {
  struct Point {
    double x = 0;  ///< the side, or the place in sweep_blocks
    Settings settings;
  };
  std::string variant;
  Processor processor = Processor::cpu;
  SweepAxis axis = SweepAxis::side;
  std::vector<Point> points;  ///< by x
};

/// Why the workload's times cannot be swept; empty if they can: a parameter sets its result's size, and it has an end.
std::string why_no_sweep(const Settings& settings, const Workload& workload);

/// Variants that can run on this device, the CPU's first: over sides that are powers of two, within the parameter's
/// range, and the GPU's that take any shape of block over those, at the settings' side. What the device refuses is left
/// out.
std::vector<SweepCase> sweep_cases(const Settings& settings, Catalog catalog, device::Devices devices);

/// The settings without what a sweep does not look at.
Settings swept(const Settings& settings);

/// Whether a point of the next side is worth it after one that took `ms`: it should not take more than about a second,
/// where the time grows as the area does.
bool worth_measuring(double ms, double side, double next_side);

}  // namespace heteroscope
