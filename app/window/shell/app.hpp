#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "app/window/model/stepper.hpp"
#include "app/window/model/ui/ui.hpp"
#include "app/window/model/window.hpp"
#include "app/window/model/window_model.hpp"
#include "app/window/picture/navigator.hpp"
#include "app/window/picture/requester.hpp"
#include "app/window/picture/rest_sampler.hpp"
#include "app/window/picture/screen.hpp"
#include "app/window/shell/features.hpp"
#include "app/window/shell/frame_wait.hpp"
#include "app/window/shell/inbox.hpp"
#include "app/window/shell/layout.hpp"
#include "app/window/shell/workload_states.hpp"
#include "app/window/widgets/double_click.hpp"

struct GLFWwindow;

namespace heteroscope {

/// Makes sizes, scales, fonts and theme follow the display and the preferences.
class WindowFit {
 public:
  /// Called once a frame, before the layout. False: the window is not visible.
  bool follow(GLFWwindow* window, Ui& ui, bool presenting);
  /// Returns the framebuffer's size in pixels.
  [[nodiscard]] Size framebuffer() const { return framebuffer_; }

 private:
  void renew_font_texture() const;

  Size framebuffer_;
  float font_scale_ = 0;
  std::optional<ThemeKind> themed_;
};

/// The window: its picture, its features, and one step of all of them. Made and destroyed while the window's OpenGL
/// context is current and ImGui exists.
class App {
 public:
  struct Start {
    Catalog catalog;
    Memory memory;
    std::filesystem::path memory_path;          ///< empty: no state is kept
    bool welcome = true;                        ///< the start page with its doors may be shown
    std::optional<std::filesystem::path> open;  ///< a workload, settings or an image to start from
    std::optional<DisplayWay> display;          ///< how results are to come to the screen
    bool card_asked = false;                    ///< OpenGL was sent to the NVIDIA card
    bool card_refused = false;  ///< no window could be opened that the NVIDIA card draws, as was asked for
  };

  /// Throws BadInput for a file that cannot be opened, or an OpenGL that is too old.
  App(GLFWwindow* window, const Start& start);

  /// Builds and draws one frame; empties the inbox.
  void step(Inbox& inbox);
  /// Returns how often the window is to be drawn while no person touches it. Asked again while it waits.
  [[nodiscard]] FramePace pace() const;
  /// Returns when a step is due without any event, in GLFW's time, to save something or to remove a message; nothing if
  /// none is.
  [[nodiscard]] std::optional<double> due_s() const;
  /// Returns whether the screen shows the complete picture of the settings and the comparison.
  [[nodiscard]] bool settled() const;
  /// Writes the state that has changed since it was read; all of it if the window is to be reopened.
  void remember();
  /// Returns whether the window closes in order to be reopened by a new process.
  [[nodiscard]] bool anew() const { return anew_; }
  /// Returns whether that process is to draw with the NVIDIA card.
  [[nodiscard]] bool on_card() const { return on_card_; }

  [[nodiscard]] Ui& ui() { return ui_; }
  [[nodiscard]] const Ui& ui() const { return ui_; }
  [[nodiscard]] WindowModel& model() { return model_; }
  [[nodiscard]] const WindowModel& model() const { return model_; }
  [[nodiscard]] FrameView& view() { return view_; }
  [[nodiscard]] const FrameView& view() const { return view_; }
  [[nodiscard]] const Window& window() const { return window_parts_; }
  [[nodiscard]] Features& features() { return features_; }
  [[nodiscard]] const Features& features() const { return features_; }
  [[nodiscard]] PanelMode& mode() { return mode_; }
  /// Carries out the action, or says why it does nothing now.
  void act(Action action);
  /// Sets all settings, with their steps and strokes.
  void put(Settings settings);
  /// Carries out Esc: closes, ends or cancels the topmost thing that is open or under way.
  void escape();
  /// Removes the kept pictures of all workloads and says how much memory that frees.
  void forget_kept_pictures();
  /// Gives the whole screen to the picture, or restores the window.
  void toggle_presentation();
  /// Reopens the window in a new process.
  void start_gpu_again();
  /// Reopens the window in a new process, drawn by the NVIDIA card.
  void draw_on_card();
  void close();
  /// Adds a mouse event, which the next step takes as if the window had sent it.
  void push(const MouseEvent& event) { pushed_.push_back(event); }

 private:
  void begin(const Start& start);
  void draw(Inbox& inbox);
  void show(bool held);
  void read_inbox(Inbox& inbox);
  void read_key(const KeyEvent& event, bool typing);
  void read_mouse(Inbox& inbox, const Covered& covered);
  void finish_closing();
  void note_step(bool touched, bool completed);
  [[nodiscard]] bool moves(const Activity& activity) const;
  [[nodiscard]] bool may_blink() const;
  [[nodiscard]] FrameStep frame_step(bool held) const;
  void follow_settings();
  void follow_workload();
  void follow_size();
  void follow_area();
  void take_keyboard();

  GLFWwindow* window_;
  std::vector<MouseEvent> pushed_;
  Ui ui_;
  WindowModel model_;
  FrameView view_;
  Window window_parts_{ui_, model_, view_};
  Requester requester_;
  Features features_;
  Screen screen_;
  RestSampler rest_sampler_;
  Navigator navigator_;
  Stepper stepper_;
  WorkloadStates workload_states_;
  WindowFit fit_;
  PanelMode mode_;
  DoubleClickGuard double_click_;
  std::uint64_t followed_ = 0;        // the settings' revision
  std::optional<Settings> views_of_;  // the last ones, with whose view those of the history may stand
  Size area_;                         // of the picture, which views of scenes are fitted to
  bool fit_first_ = false;
  bool closing_ = false;  // the window closes once all work has ended
  bool anew_ = false;
  bool on_card_ = false;
  double closing_s_ = 0;  // the time of that request
  bool says_why_open_ = false;
  // a step lays out the results of the one before, and ImGui needs one more after a new layout
  int steps_to_draw_ = 2;
  int steps_after_touch_ = 2;               // these are drawn whatever is computed or measured
  std::array<int, 4> before_presenting_{};  // the window's place and size
  double last_event_s_ = 0;
};

}  // namespace heteroscope
