#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "core/balance/participant_choice.hpp"
#include "core/balance/work_fit.hpp"

namespace heteroscope {

/// Shares a frame's rows among participants so that they finish together, from what the frames before took. It knows
/// numbers alone: rows are relative (0 is the frame's top, 1 its bottom), so that what was learned holds for frames of
/// other heights, and times are in ms.
class CostModel {
 public:
  /// `first_borders`: of the first frame, one for each participant but the last, ascending; what they give a
  /// participant is a guess of its speed. `work_above`: the share of the work above a position, ascending from 0 to 1,
  /// as far as it is known.
  explicit CostModel(std::vector<double> first_borders, const std::function<double(double)>& work_above = {});

  /// Learns from a frame's times; there is one cost for each participant, in order. `merge_ms` is the additional time
  /// of merging the participants' rows, or of moving those of a single participant to where they are wanted, beside
  /// what is sent while they compute. `same_problem` says that the problem is that of the frame before: the view has
  /// not moved.
  void learn(std::span<const ParticipantCost> participants, double merge_ms, bool same_problem);

  /// For the next frame: where each participant but the last ends, ascending. A participant that rests ends where it
  /// begins.
  [[nodiscard]] const std::vector<double>& borders() const { return borders_; }
  [[nodiscard]] bool rests(std::size_t participant) const { return !choice_.present()[participant]; }
  /// One line with the numbers, such as "it would save 0.02 ms and its rows cost 0.06 ms to merge"; empty if it takes
  /// part.
  [[nodiscard]] std::string why_rests(std::size_t participant) const;

  /// The time of a whole frame by that participant alone.
  [[nodiscard]] double alone_ms(std::size_t participant) const { return fit_.alone_ms(participant); }

 private:
  CostModel(std::vector<double> first_borders, const WorkProfile& profile);
  [[nodiscard]] double imbalance_of(std::span<const ParticipantCost> participants) const;
  void move_borders(double part);

  std::vector<double> borders_;
  WorkFit fit_;
  ParticipantChoice choice_;
  std::vector<double> sending_;  ///< by participant: what sending its rows took last, in times of computing them
};

}  // namespace heteroscope
