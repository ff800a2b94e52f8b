#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/measures/ceilings.hpp"
#include "app/plot/plot.hpp"
#include "core/model/stage.hpp"
#include "core/types/participant.hpp"

namespace heteroscope {

/// The measured ceilings of processors that work together: multiply-adds, memory beyond all caches, and the nearest
/// memory that holds what the work touches. (Williams, Waterman, Patterson: Roofline, CACM 52(4), 2009.)
struct Roof {
  double fma_per_s = 0;
  double memory_bytes_per_s = 0;
  double near_bytes_per_s = 0;
  double near_bytes = 0;   ///< the set in which that was measured
  device::ChipRates chip;  ///< read, of GPUs; 0 where a CPU shares the work

  /// Multiply-adds a second that work with so many of them a byte can reach.
  [[nodiscard]] double at(double fma_per_byte) const;
  /// The ridge point: from this intensity on multiply-adds limit work in that memory.
  [[nodiscard]] double ridge() const { return fma_per_s / near_bytes_per_s; }
};

/// What a roof depends on.
struct RoofOf {
  std::vector<Participant> participants;
  Precision precision = Precision::fp32;
  Touched touched;
  bool only_writes = false;
  bool operator==(const RoofOf&) const = default;
};

/// Measures what is not known yet. All GPUs count like the first.
Roof roof_of(CeilingMeter& meter, const RoofOf& of);

/// The place of a run below its roof.
struct RoofPoint {
  double fma_per_byte = 0;  ///< 0: it needs no arithmetic
  double fma_per_s = 0;
  double bytes_per_s = 0;
};
std::optional<RoofPoint> roof_point(const Work& work, double ms);

/// The larger of the shares of what it reaches: of the multiply-adds and of the nearest memory.
struct RoofShare {
  bool of_fma = false;
  double share = 0;
};
RoofShare share_of(const Roof& roof, const RoofPoint& point);
/// What reaches more than this share of its ceiling is marked as too fast: ceilings are measured, and so vary.
inline constexpr double too_large_share = 1.1;

/// The data of the drawing: the last point is the present one, those before it are its trail.
struct Roofline {
  Roof roof;
  std::vector<RoofPoint> points;
  std::vector<std::string> labels;      ///< of the points
  std::optional<RoofPoint> counted;     ///< the present one by the hardware's counters instead of the model
  std::optional<RoofPoint> counted_l2;  ///< likewise, a byte being one that the second-level cache was asked for
};
struct RooflineColors {
  std::uint32_t roof = 0, memory = 0, point = 0, trail = 0;
};
/// The roof alone, on scales that hold the points.
Plot roof_plot(const Roof& roof, std::span<const RoofPoint> held, const RooflineColors& colors);
/// The place of a point in the plot: work without arithmetic is at the left edge, as high as its bytes are.
PlotPoint placed_in(const Plot& plot, const RoofPoint& point);

Plot roofline_plot(const Roofline& roofline, const RooflineColors& colors);

}  // namespace heteroscope
