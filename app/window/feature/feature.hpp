#pragma once

#include <optional>
#include <vector>

#include "app/window/feature/overlay_parts.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/model/window.hpp"

namespace heteroscope {

/// Where overlays draw, in ImGui's units.
struct OverlaySpace {
  Rect picture;     ///< the picture's area
  Rect free;        ///< what overlays before have left of it
  Covered covered;  ///< where the mouse does not reach the picture
};

/// The panel beside the picture in which a feature's section stands.
enum class Side { none, left, right };

/// What goes on in a window while a frame of it is made.
struct FrameStep {
  bool held = false;   ///< something is being dragged
  bool quiet = false;  ///< nothing is held, computed or measured for the window: what goes on beside it may compute
};

/// What a feature does by itself: how often the window is drawn follows from it, and whether it has come to rest.
struct Activity {
  bool busy = false;             ///< it makes something that will be shown
  bool moves = false;            ///< it changes on the screen all the time
  bool measuring = false;        ///< it measures times: nothing else should be computed
  bool waits_for_quiet = false;  ///< it begins to measure times once nothing else is computed
  bool measures_idle = false;    ///< it measures times as long as nothing else is wanted, and gives way to all
  /// When it is to be drawn again without any event, in GLFW's time; none: no sooner than for another reason.
  std::optional<double> due_s = std::nullopt;

  /// That of both together.
  Activity& operator+=(const Activity& other);
};

/// What can be done and seen in the window beside the picture itself. It owns what it shows beyond what all of the
/// window share, with its tasks, and names the actions that ask for it. app/window/shell/features.cpp lists them all.
class Feature {
 public:
  Feature() = default;
  Feature(const Feature&) = delete;
  Feature& operator=(const Feature&) = delete;
  virtual ~Feature() = default;

  /// What a person can ask of it. Called once.
  [[nodiscard]] virtual std::vector<ActionEntry> actions() { return {}; }
  [[nodiscard]] virtual Side side() const { return Side::none; }
  /// Builds its section in that panel; edits the settings and asks for actions.
  virtual void panel(const Window& /*window*/) {}
  /// Draws what lies over the picture.
  virtual void overlay(const Window& /*window*/, OverlaySpace& /*space*/) {}
  /// The settings are of another workload: what belonged to the one before goes.
  virtual void leave_workload() {}
  /// Once a frame, before the engine is asked for what the settings say.
  virtual void before_engine(const Window& /*window*/) {}
  /// Once a frame, when the newest picture is on the screen; also of a window that is not seen.
  virtual void on_frame(const Window& /*window*/, const FrameStep& /*step*/) {}
  /// Once a frame, when all of it has been drawn and is not yet shown.
  virtual void drawn(const Window& /*window*/, Size /*framebuffer*/) {}
  [[nodiscard]] virtual Activity activity(const Window& /*window*/) const { return {}; }
  /// A window that remembers has begun: what earlier ones have left in the feature's own files comes back, and what it
  /// makes from now on is kept there.
  virtual void restore(const Window& /*window*/) {}
  /// The window ends: what is to come back is kept.
  virtual void keep(const Window& /*window*/) {}
  /// The window is asked to close, for the first time or once more: what is being made ends soon, or at once.
  virtual void end(const Window& /*window*/, bool /*again*/) {}
  /// What a window waits for that has been closing for so long, as a sentence; empty: for nothing.
  [[nodiscard]] virtual std::string unfinished(double /*closing_s*/) { return {}; }
};

/// A feature that a person opens and closes, by an action or by Esc.
class OpenedFeature : public Feature {
 public:
  [[nodiscard]] virtual Action opened_by() const = 0;
  /// It lies over much of the picture, or measures what others would disturb: where it opens, all others that stand
  /// alone are closed.
  [[nodiscard]] virtual bool alone() const { return true; }
  [[nodiscard]] bool is_open() const { return open_; }
  virtual void open(const Window& /*window*/) { open_ = true; }
  virtual void close() { open_ = false; }

 private:
  bool open_ = false;
};

}  // namespace heteroscope
