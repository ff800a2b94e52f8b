#pragma once

#include <optional>
#include <vector>

#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// Notes the views that a person looks at, as a movie's keyframes: the settings whenever their problem has come to
/// rest, with one sample of each pixel.
class Recorder {
 public:
  static constexpr double rest_s = 0.7;  ///< in which nothing changes

  [[nodiscard]] bool on() const { return on_; }
  void begin();
  /// Once a frame of the window. `held`: something is being dragged.
  void note(const Settings& now, bool held, double now_s);
  [[nodiscard]] const std::vector<Settings>& keyframes() const { return keyframes_; }
  /// Other settings than those of the last keyframe are there: they are one once they have rested.
  [[nodiscard]] bool waits() const { return on_ && seen_ && !is_last(*seen_); }
  /// No more are noted; those that were, with the view that is there now. The recorder is as at first.
  std::vector<Settings> end();

 private:
  [[nodiscard]] bool is_last(const Settings& settings) const;

  bool on_ = false;
  std::vector<Settings> keyframes_;
  std::optional<Settings> seen_;
  double seen_s_ = 0;
};

}  // namespace heteroscope
