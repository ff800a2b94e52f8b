#pragma once

#include <array>
#include <cstddef>
#include <functional>

namespace heteroscope {

/// Where the work of a frame lies: how much there is in a row, the same within each cell, a strip of 1/32 of the view.
/// Positions are relative: 0 is the view's top, 1 its bottom; its whole work is 1. A few cells beyond both ends keep
/// what has just left the view or is about to enter it.
class WorkProfile {
 public:
  static constexpr std::size_t in_view = 32;
  static constexpr std::size_t beyond = 2;
  static constexpr std::size_t cells = in_view + 2 * beyond;

  /// `work_above`: the share of the work above a position, ascending from 0 to 1; none: the same in all rows.
  explicit WorkProfile(const std::function<double(double)>& work_above = {});

  [[nodiscard]] double log_density(std::size_t cell) const { return log_density_[cell]; }
  [[nodiscard]] double density(std::size_t cell) const { return density_[cell]; }
  /// normalize() has to follow.
  void change(std::size_t cell, double by) { log_density_[cell] += by; }
  /// Makes the view's work 1 again; returns the logarithm of what it was.
  double normalize();
  /// The view moves down by so much of its height; normalize() has to follow.
  void move(double by);

  [[nodiscard]] double work(double begin, double end) const { return above(cell_at(end)) - above(cell_at(begin)); }
  [[nodiscard]] double density_at(double position) const;
  /// Where the share of the view's work is above.
  [[nodiscard]] double position_of(double share) const;
  /// Counted in cells, from the first one's begin.
  [[nodiscard]] double cell_at(double position) const { return position * in_view + beyond + offset_; }
  [[nodiscard]] bool covers(double begin, double end) const { return cell_at(begin) >= 0 && cell_at(end) <= cells; }

 private:
  [[nodiscard]] double above(double cell) const;

  std::array<double, cells> log_density_{};
  std::array<double, cells> density_{};
  std::array<double, cells + 1> above_{};
  double offset_ = 0;  ///< of the view against the cells, in cells: at most a half, so that moving blurs nothing
};

}  // namespace heteroscope
