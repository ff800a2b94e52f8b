#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
#include <vector>

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

class LeastSquares;

/// The part of one participant in a frame. Rows are relative: 0 is the frame's top, 1 its bottom.
struct ParticipantCost {
  double begin = 0;
  double end = 0;  ///< where `begin` is: the participant had no rows
  double ms = 0;
  double sending_ms = 0;  ///< that its rows take to where they are wanted, while it computes others

  /// It can give no more rows than it computes, and no more than it sends.
  [[nodiscard]] double busy_ms() const { return std::max(ms, sending_ms); }
};

/// How fast the participants are and where the work lies, from the times of the last frames:
///   log busy ms = log total + log work(begin, end) − log speed
/// for each participant of each frame. Speeds and densities are those that fit these times best while they differ least
/// from what was believed before, by Gauss-Newton. Frames of the same problem, whose total is the same, tell speeds
/// from work; what moved from participant to participant tells the density at the borders; what nothing is known of
/// stays smooth.
///
/// When the view moves, older frames are trusted less, and two more unknowns say by how far the work moved along the
/// rows and by how much the total grew.
class WorkFit {
 public:
  static constexpr std::size_t most_lanes = 16;

  /// `first_shares`: of the work, as the participants will have it in the first frame; a guess of their speeds.
  WorkFit(std::span<const double> first_shares, const WorkProfile& profile);

  /// One cost for each participant, in order. `same_problem`: as the frame before.
  void learn(std::span<const ParticipantCost> participants, bool same_problem);

  [[nodiscard]] std::size_t participants() const { return participants_; }
  [[nodiscard]] const WorkProfile& profile() const { return profile_; }
  /// The time of a whole frame by that participant alone.
  [[nodiscard]] double alone_ms(std::size_t participant) const {
    return std::exp(log_total_ - log_speed_[participant]);
  }
  /// The participant has had rows; if not, its speed is a guess, which rises until it has.
  [[nodiscard]] bool tried(std::size_t participant) const { return tried_[participant]; }
  /// By how much of its height the view is believed to move down until the next frame.
  [[nodiscard]] double velocity() const { return velocity_; }

 private:
  using OfParticipants = std::array<double, most_lanes>;
  static constexpr std::size_t most_frames = 8;
  static constexpr double noise = 0.02;  ///< of a time's logarithm; a measured one is rather better

  /// The memory of a participant's part in a frame, or in several of the same problem with the same borders.
  struct Part {
    double begin = 0;
    double end = 0;
    double log_ms = 0;    ///< the mean, less the log total
    double frames = 0;    ///< how many it is the mean of; 0: nothing is known
    double variance = 0;  ///< of log_ms beside the noise: by what has changed since
  };
  struct SeenFrame {
    std::array<Part, most_lanes> parts;
    double trust = 1;
    bool moved = false;  ///< it was of another problem than the present one
    [[nodiscard]] bool same_borders(const SeenFrame& other) const;
  };
  /// The residuals of a new frame: measured minus predicted logarithms.
  struct Misses {
    OfParticipants miss{};
    std::array<bool, most_lanes> known{};
    double gate = 0;  ///< how large they usually are now
  };

  // work_fit.cpp: what a frame means
  [[nodiscard]] Misses misses_of(std::span<const ParticipantCost> participants) const;
  [[nodiscard]] double growth_of(const Misses& misses, std::span<const ParticipantCost> participants) const;
  void judge(Misses& misses, bool moving);
  void change_speed(std::size_t participant, double log_longer);
  void remember(std::span<const ParticipantCost> participants, const Misses& misses);
  void raise_guesses();

  // work_fit_solve.cpp: what is believed then
  void fit(bool moving);
  double improve(bool moving);
  void add_beliefs(bool moving, LeastSquares& equations) const;
  void add_frame(const SeenFrame& frame, bool is_of_moved_view, LeastSquares& equations) const;
  void move(double by, bool newest_too);
  void share_change();
  [[nodiscard]] double looseness() const;

  std::size_t participants_;
  WorkProfile profile_;
  WorkProfile believed_;  ///< before this frame
  OfParticipants log_speed_{};
  OfParticipants believed_log_speed_{};
  OfParticipants speed_doubt_{};  ///< standard deviation of log_speed_
  OfParticipants suspicion_{};    ///< that the speed has changed: misses of the last frames, in gates
  std::array<bool, most_lanes> tried_{};
  double log_total_ = 0;
  std::vector<SeenFrame> frames_;  ///< the newest is last
  double surprise_ = 1;            ///< root mean square of the last misses
  bool was_moving_ = false;
  double velocity_ = 0;
  double moved_by_ = 0;      ///< the newest frame's view, beside `velocity_`
  double log_growth_ = 0;    ///< of the newest frame's total
  double usual_growth_ = 0;  ///< root mean square of the last log growths
};

}  // namespace heteroscope
