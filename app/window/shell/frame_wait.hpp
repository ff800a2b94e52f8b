#pragma once

#include <functional>
#include <optional>

namespace heteroscope {

/// How often the window is drawn while no person touches it.
enum class FramePace {
  still,      ///< not before something happens
  measuring,  ///< times are measured, and drawing takes processor time from what is measured: twice a second
  computing,  ///< something is computed that the window will show: ten times a second, and as soon as it is there;
              ///< or something small may change
  display,    ///< something moves: at the display's rate
};

/// The reasons for which a window is drawn.
struct FrameReasons {
  bool touched = false;   ///< a person has touched the window so recently that the layout has not come to rest
  bool pictured = false;  ///< a picture is computed for the screen
  bool measures = false;  ///< times are measured
  bool computes = false;  ///< something else is made that will be shown
  bool moves = false;     ///< something changes by itself
  /// Something small may change by itself, which may be a tenth of a second late. For a window that were drawn at the
  /// display's rate for it, what a person does next would come in the middle of a frame and be shown one later.
  bool blinks = false;
};
/// Returns the pace for these reasons. A picture goes before a measurement, since a person has asked for it meanwhile.
FramePace pace_of(const FrameReasons& reasons);

/// The events that a window waits for, and its clock.
class FrameEvents {
 public:
  FrameEvents() = default;
  FrameEvents(const FrameEvents&) = delete;
  FrameEvents& operator=(const FrameEvents&) = delete;
  virtual ~FrameEvents() = default;

  [[nodiscard]] virtual double now_s() = 0;
  /// Waits until any event comes, at most so many seconds.
  virtual void wait(double longest_s) = 0;
  /// Returns whether a person has moved the mouse, pressed a key or touched the window otherwise since the last frame.
  [[nodiscard]] virtual bool touched() = 0;
  /// Returns whether a result was announced since the last frame (core/base/completion.hpp).
  [[nodiscard]] virtual bool completed() = 0;
  /// Returns whether the window is to close.
  [[nodiscard]] virtual bool ends() = 0;
};

/// Waits until a window is to be drawn next.
class FrameWait {
 public:
  explicit FrameWait(double interval_s) : interval_s_(interval_s) {}

  /// Waits until the next frame is to be drawn. `pace` is asked again after each event; `due_s` is the latest time, by
  /// the events' clock, unless times are measured.
  void wait(FrameEvents& events, const std::function<FramePace()>& pace, std::optional<double> due_s);
  /// Returns when the last frame was begun.
  [[nodiscard]] double drawn_s() const { return drawn_s_; }

 private:
  [[nodiscard]] double next_s(FrameEvents& events, FramePace pace, std::optional<double> due_s) const;

  double interval_s_;  ///< the length of a frame of the display
  double drawn_s_ = 0;
};

}  // namespace heteroscope
