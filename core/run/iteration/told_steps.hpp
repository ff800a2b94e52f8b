#pragma once

#include <cstdint>
#include <string_view>

#include "core/run/manner.hpp"

namespace heteroscope {

inline constexpr double chunk_ms = 8;  ///< of steps, as of bands of rows: a cancel takes effect after one of them

/// How a frame's steps are told: those that go on from a state that is there, and all of them.
inline constexpr std::string_view steps_that_go_on = "steps";
inline constexpr std::string_view steps_from_start = "steps from the start";

/// Returns whether a frame's steps are taken in chunks, since it may be given up between them.
inline bool is_cut(const RunManner& how) {
  return how.cut && how.waiter.stop.stop_possible();
}

/// Tells whoever waits for a frame that is taken in chunks which share of its steps is taken, once these have taken a
/// chunk's time since it was told last: where other reasons cut the steps, too, calls may be far shorter.
class ToldSteps {
 public:
  /// `ms`: that the state's steps have taken so far, up to the step `begin`.
  ToldSteps(const RunManner& how, std::int64_t begin, double ms, std::int64_t target)
      : how_(how), begin_(begin), told_ms_(ms), target_(target) {}

  void reach(std::int64_t step, double ms) {
    if (!is_cut(how_) || ms < told_ms_ + chunk_ms) return;
    how_.waiter.tell(begin_ > 0 ? steps_that_go_on : steps_from_start,
                     static_cast<double>(step - begin_) / static_cast<double>(target_ - begin_));
    told_ms_ = ms;
    any_ = true;
  }
  void end() const {
    if (any_) how_.waiter.tell({}, 1);
  }

 private:
  const RunManner& how_;
  std::int64_t begin_;
  double told_ms_;  ///< what the state's steps had taken when it was told last, or when it began
  std::int64_t target_;
  bool any_ = false;
};

}  // namespace heteroscope
