#pragma once

#include <optional>
#include <vector>

#include "app/window/feature/offer.hpp"
#include "app/window/feature/overlay_parts.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/model/window.hpp"

namespace heteroscope {

/// A line over the picture that says what a feature is about.
struct Badge {
  std::string text;     ///< empty: it has nothing to say
  bool notice = false;  ///< a person has begun something that goes on until it is ended
  bool below = false;   ///< at the picture's lower edge, where nothing else stands there
};

/// Where overlays draw, in ImGui's units.
struct OverlaySpace {
  Rect picture;                    ///< the picture's area
  Rect free;                       ///< what overlays before have left of it
  Covered covered;                 ///< where the mouse does not reach the picture
  std::vector<Badge> badges = {};  ///< of all features
};

/// The panel beside the picture in which a feature's section stands.
enum class Side { none, left, right };

/// What goes on in a window while a frame of it is made.
struct FrameStep {
  bool held = false;   ///< something is being dragged
  bool quiet = false;  ///< nothing is held, computed or measured for the window: what goes on beside it may compute
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
  /// The heading under which its actions stand.
  [[nodiscard]] virtual ActionGroup group() const { return ActionGroup::program; }
  /// Adds what the search finds of it beside its actions. Called when the search is opened.
  virtual void offer(const Window& /*window*/, std::vector<Offer>& /*to*/) {}
  [[nodiscard]] virtual Side side() const { return Side::none; }
  /// Builds its section in that panel; edits the settings and asks for actions.
  virtual void panel(const Window& /*window*/) {}
  [[nodiscard]] virtual Badge badge(const Window& /*window*/) const { return {}; }
  /// Draws what lies over the picture.
  virtual void overlay(const Window& /*window*/, OverlaySpace& /*space*/) {}
  /// The settings are of another workload: what belonged to the one before goes.
  virtual void leave_workload() {}
  /// Once a frame, before the engine is asked for what the settings say.
  virtual void before_engine(const Window& /*window*/) {}
  /// Once a frame, when the newest picture is on the screen; also of a window that is not seen.
  virtual void on_frame(const Window& /*window*/, const FrameStep& /*step*/) {}
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
