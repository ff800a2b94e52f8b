#pragma once

#include <cstddef>
#include <deque>
#include <memory>

#include "core/balance/sharing.hpp"
#include "core/frame/frame.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

/// How frames have been shared so far, for those whose settings leave it to a search or to what participants are seen
/// to do. One history for each way to compute a workload: its variants, its participants, its memory, its size.
class Balance {
 public:
  Balance();
  ~Balance();
  Balance(const Balance&) = delete;
  Balance& operator=(const Balance&) = delete;

  /// Gives the plan the parts of its next frame; leaves those that are shared by hand alone.
  void share_out(Plan& plan);
  /// Learns from the times of a frame with such parts, and fills in its note.
  void learn(Frame& frame);

 private:
  struct History;
  History& history_of(const Plan& plan);
  static bool note_warm(History& history, const Frame& frame, std::size_t stage);
  static double learn_stage(History& history, const Frame& frame, std::size_t stage, double scale);
  static void learn_costs(History& history, Frame& frame);
  std::deque<std::unique_ptr<History>> histories_;  ///< the last used first
};

}  // namespace heteroscope
