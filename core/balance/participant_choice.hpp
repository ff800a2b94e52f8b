#pragma once

#include <bitset>
#include <cstddef>
#include <string>
#include <vector>

#include "core/balance/work_fit.hpp"

namespace heteroscope {

using ParticipantSet = std::bitset<WorkFit::most_lanes>;

/// A frame, as far as the choice of participants is concerned.
struct FrameCost {
  ParticipantSet participants;  ///< that had rows
  double ms = 0;                ///< of the participant that took longest, and `merge_ms`
  double merge_ms = 0;    ///< bringing the rows together, or those of a single participant to where they are wanted
  double other_rows = 0;  ///< the share of participants other than the first
  double imbalance = 0;   ///< by how much, relatively, the participants could have been faster together
};

/// Which participants take part in a frame. What was measured decides: where fewer might do as well, or more do better,
/// they are tried for some frames, and stay if they did.
class ParticipantChoice {
 public:
  /// `guesses`: speeds, in any unit, as far as they are known without a measurement.
  explicit ParticipantChoice(std::vector<double> guesses);

  /// `fit` has learned from the frame. `growth`: of the total since the frame before; 1 for the same problem.
  void learn(const FrameCost& cost, const WorkFit& fit, double growth);

  [[nodiscard]] ParticipantSet present() const { return present_; }
  /// Empty if the participant takes part.
  [[nodiscard]] std::string why_rests(std::size_t participant) const;

  /// The computing time of participants that finish together.
  [[nodiscard]] static double compute_ms(ParticipantSet participants, const WorkFit& fit);
  [[nodiscard]] double merge_ms(ParticipantSet participants, const WorkFit& fit) const;

 private:
  struct Measured {
    ParticipantSet participants;
    double ms = 0;
    double growth = 1;  ///< of the total since they were measured
  };
  struct Rest {
    double saves_ms = 0;  ///< what the participant would save of the others' time
    double merge_ms = 0;  ///< what its rows would cost
    double with_ms = 0;   ///< a frame with the participant
    double without_ms = 0;
    bool has_no_row = false;  ///< its share would be less than one, whatever the above
  };

  [[nodiscard]] bool note(double ms);
  [[nodiscard]] double least_measured_ms() const;
  [[nodiscard]] const Measured* measured(ParticipantSet participants) const;
  [[nodiscard]] double expected_ms(ParticipantSet participants, const WorkFit& fit) const;
  [[nodiscard]] double most_ms(ParticipantSet participants, const WorkFit& fit) const;
  [[nodiscard]] double alone_at_best_ms(std::size_t participant, const WorkFit& fit) const;
  [[nodiscard]] ParticipantSet to_try_alone(const WorkFit& fit) const;
  [[nodiscard]] ParticipantSet to_try_without_others(const WorkFit& fit) const;
  [[nodiscard]] std::vector<std::size_t> by_speed(const WorkFit& fit) const;
  [[nodiscard]] ParticipantSet best(const WorkFit& fit) const;
  void leave_out(ParticipantSet without_rows, const WorkFit& fit);
  void change_to(ParticipantSet participants, const WorkFit& fit);

  std::vector<double> guesses_;
  std::size_t participants_;
  ParticipantSet present_;
  bool is_trial_ = false;               ///< nothing had been measured of `present_` when it was chosen
  int passed_over_ = 0;                 ///< frames, in a row
  int changes_ = 0;                     ///< medians, in a row, that are far from what was measured of `present_`
  std::vector<double> recent_ms_;       ///< frames of `present_`
  std::vector<double> recent_merging_;  ///< for all rows, in ms
  double merge_rows_ms_ = 0;            ///< their median
  std::vector<Measured> measured_;
  std::vector<Rest> rests_;
};

}  // namespace heteroscope
