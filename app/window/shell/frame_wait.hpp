#pragma once

#include <functional>
#include <optional>

namespace heteroscope {

/// How often the window is drawn while no hand touches it.
enum class FramePace {
  still,      ///< not before something happens
  measuring,  ///< times are measured, and drawing takes processor time from what is measured: twice a second
  computing,  ///< something is computed that the window will show: ten times a second, and as soon as it is there
  display,    ///< something moves: at the display's rate
};

/// What goes on in a window.
struct FrameReasons {
  bool touched = false;   ///< by a hand, so shortly ago that the layout has not come to rest
  bool pictured = false;  ///< a picture is computed for the screen
  bool measures = false;  ///< times are measured
  bool computes = false;  ///< something else is made that will be shown
  bool moves = false;     ///< something changes by itself
};
/// A picture goes before what is measured: somebody has asked for it meanwhile.
FramePace pace_of(const FrameReasons& reasons);

/// What a window waits for, and its clock.
class FrameEvents {
 public:
  FrameEvents() = default;
  FrameEvents(const FrameEvents&) = delete;
  FrameEvents& operator=(const FrameEvents&) = delete;
  virtual ~FrameEvents() = default;

  [[nodiscard]] virtual double now_s() = 0;
  /// Returns as soon as anything happens, and after so long at the latest.
  virtual void wait(double longest_s) = 0;
  /// Since the last frame somebody has moved the mouse, pressed a key, or done something else to the window.
  [[nodiscard]] virtual bool touched() = 0;
  /// Since the last frame something was announced (core/base/completion.hpp).
  [[nodiscard]] virtual bool completed() = 0;
  /// The window is to close.
  [[nodiscard]] virtual bool ends() = 0;
};

/// Says when a window is drawn next.
class FrameWait {
 public:
  explicit FrameWait(double interval_s) : interval_s_(interval_s) {}

  /// Waits for the next moment at which a frame is worth drawing. `pace` is asked again after each event; `due_s`: then
  /// at the latest, by the events' clock, unless times are measured.
  void wait(FrameEvents& events, const std::function<FramePace()>& pace, std::optional<double> due_s);
  /// When the last frame was begun.
  [[nodiscard]] double drawn_s() const { return drawn_s_; }

 private:
  [[nodiscard]] double next_s(FrameEvents& events, FramePace pace, std::optional<double> due_s) const;

  double interval_s_;  ///< of the display's frames
  double drawn_s_ = 0;
};

}  // namespace heteroscope
