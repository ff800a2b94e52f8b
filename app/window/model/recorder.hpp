#pragma once

#include <optional>
#include <vector>

#include "core/model/settings/settings.hpp"

namespace heteroscope {

/// Records the views that a person looks at as a movie's keyframes: the settings whenever their problem has come to
/// rest, with one sample of each pixel.
class Recorder {
 public:
  static constexpr double rest_s = 0.7;  ///< the time without a change after which a view counts

  [[nodiscard]] bool on() const { return on_; }
  void begin();
  /// Called once a frame of the window. `held`: something is being dragged.
  void note(const Settings& now, bool held, double now_s);
  [[nodiscard]] const std::vector<Settings>& keyframes() const { return keyframes_; }
  /// Returns whether the settings differ from those of the last keyframe, so that they become one once they have
  /// rested.
  [[nodiscard]] bool waits() const { return on_ && seen_ && !is_last(*seen_); }
  /// Ends the recording and returns its keyframes, with the present view as the last one.
  std::vector<Settings> end();

 private:
  [[nodiscard]] bool is_last(const Settings& settings) const;

  bool on_ = false;
  std::vector<Settings> keyframes_;
  std::optional<Settings> seen_;
  double seen_s_ = 0;
};

}  // namespace heteroscope
