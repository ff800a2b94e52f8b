#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "app/window/feature/overlay_parts.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/model/actions/offer.hpp"
#include "app/window/model/window.hpp"

namespace heteroscope {

/// A line over the picture that says what a feature is doing.
struct Badge {
  std::string text;     ///< empty: there is no line
  bool notice = false;  ///< a person has begun something that goes on until it is ended
  bool below = false;   ///< at the picture's lower edge, where nothing else stands there
};

/// The room in which overlays draw, in ImGui's units.
struct OverlaySpace {
  Rect picture;              ///< the picture's area
  Rect free;                 ///< the part of it that earlier overlays have left free
  Rect room;                 ///< the window above a strip for one line of messages, with a margin: pages stand in it
  Covered covered;           ///< the places in which the mouse does not reach the picture
  ImVec2 messages = {0, 0};  ///< the size of messages as wide as the window, with a margin; 0: there are none
  std::vector<Rect> pages = {};    ///< the places of pages and panels, which messages do not hide
  std::vector<Rect> words = {};    ///< words beside the mouse, which nothing else may hide
  std::vector<Badge> badges = {};  ///< the badges of all features

  /// Returns the part of the picture that is in the room for pages: notices over the picture stand in it.
  [[nodiscard]] Rect picture_in_room() const {
    return {picture.from, {picture.to.x, std::min(picture.to.y, room.to.y)}};
  }
  /// Returns the place of messages above an edge that goes across the window: the picture's lower one, so that the
  /// graphs can be read, or the window's where a page lies over these.
  [[nodiscard]] Rect messages_above(float edge) const { return {{0, edge - messages.y}, {messages.x, edge}}; }
  /// Returns the part of the picture in the room for pages that is above all messages: panels that follow the mouse
  /// stand in it.
  [[nodiscard]] Rect picture_above_messages() const {
    const Rect rect = picture_in_room();
    return {rect.from, {rect.to.x, std::min(rect.to.y, messages_above(picture.to.y).from.y)}};
  }
  /// Returns what is free above the place of messages at its lower edge: a line of them where there are none, so that
  /// nothing moves when one of a line comes. `bottom`: the window's lower edge.
  [[nodiscard]] Rect free_above_messages(float bottom) const {
    const float high = std::max(messages.y, bottom - room.to.y);
    return {free.from, {free.to.x, std::max(free.to.y - high, free.from.y)}};
  }
};

/// The panel beside the picture in which a feature's section stands.
enum class Side { none, left, right };

/// The state of the window while one of its frames is made.
struct FrameStep {
  bool held = false;   ///< something is being dragged
  bool quiet = false;  ///< nothing is held, computed or measured for the window, so background work may compute
};

/// A feature is something that can be done or seen in the window beside the picture itself. It owns its tasks and all
/// state that no other part of the window shares, and names the actions that ask for it. app/window/shell/features.cpp
/// lists them all.
class Feature {
 public:
  Feature() = default;
  Feature(const Feature&) = delete;
  Feature& operator=(const Feature&) = delete;
  virtual ~Feature() = default;

  /// Returns the actions that a person can ask of it. Called once.
  [[nodiscard]] virtual std::vector<ActionEntry> actions() { return {}; }
  /// Returns the heading under which its actions stand.
  [[nodiscard]] virtual ActionGroup group() const { return ActionGroup::program; }
  /// Adds its entries for the search, beside its actions. Called when the search is opened.
  virtual void offer(const Window& /*window*/, std::vector<Offer>& /*to*/) {}
  [[nodiscard]] virtual Side side() const { return Side::none; }
  /// Builds its section in that panel; edits the settings and asks for actions.
  virtual void panel(const Window& /*window*/) {}
  [[nodiscard]] virtual Badge badge(const Window& /*window*/) const { return {}; }
  /// Draws over the picture.
  virtual void overlay(const Window& /*window*/, OverlaySpace& /*space*/) {}
  /// Draws what stands along an edge, and takes its place from `space.free` or `space.room`. Called before the first
  /// overlay, so that headings, badges, panels and pages leave it free.
  virtual void strip(const Window& /*window*/, OverlaySpace& /*space*/) {}
  /// Called when another workload has been chosen: drops all that belonged to the one before.
  virtual void leave_workload() {}
  /// Called once a frame, before the engine is asked for the picture of the settings.
  virtual void before_engine(const Window& /*window*/) {}
  /// Called once a frame, when the newest picture is on the screen, also while the window is hidden.
  virtual void on_frame(const Window& /*window*/, const FrameStep& /*step*/) {}
  [[nodiscard]] virtual Activity activity(const Window& /*window*/) const { return {}; }
  /// Called at the start of a window that keeps its state: reads the feature's own files, and writes there from now on.
  virtual void restore(const Window& /*window*/) {}
  /// Called at the end of the window: keeps the state for the next start.
  virtual void keep(const Window& /*window*/) {}
  /// Called when the window is asked to close: ends its work soon, or at once if `again` is set.
  virtual void end(const Window& /*window*/, bool /*again*/) {}
  /// Returns as a sentence what the window, which has been closing for that many seconds, still waits for; empty:
  /// nothing.
  [[nodiscard]] virtual std::string unfinished(double /*closing_s*/) { return {}; }
};

/// A feature that a person opens and closes, by an action or by Esc.
class OpenedFeature : public Feature {
 public:
  [[nodiscard]] virtual Action opened_by() const = 0;
  /// Whether it must be the only open one, because it covers much of the picture or because others would disturb its
  /// measurement: when it opens, all others that stand alone are closed.
  [[nodiscard]] virtual bool alone() const { return true; }
  [[nodiscard]] bool is_open() const { return open_; }
  virtual void open(const Window& /*window*/) { open_ = true; }
  virtual void close() { open_ = false; }
  /// Shows all of it again where only a part is shown, when it is asked for once more. Returns false where all is
  /// shown: then it closes.
  virtual bool unfold() { return false; }
  /// Ends what Esc ends in it before it closes. Returns false where there is nothing: then it closes.
  virtual bool step_back() { return false; }

 private:
  bool open_ = false;
};

}  // namespace heteroscope
