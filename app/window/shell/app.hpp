#pragma once

#include <array>
#include <filesystem>
#include <optional>

#include "app/production/queue/kept_orders.hpp"
#include "app/window/features/compare/comparer.hpp"
#include "app/window/features/files/exporter.hpp"
#include "app/window/features/files/opener.hpp"
#include "app/window/features/files/remember.hpp"
#include "app/window/features/scope/scope.hpp"
#include "app/window/features/views/view_pictures.hpp"
#include "app/window/model/state.hpp"
#include "app/window/model/stepper.hpp"
#include "app/window/picture/navigator.hpp"
#include "app/window/picture/requester.hpp"
#include "app/window/picture/rest_sampler.hpp"
#include "app/window/picture/screen.hpp"
#include "app/window/picture/thumbnails.hpp"
#include "app/window/shell/frame_wait.hpp"
#include "app/window/shell/inbox.hpp"
#include "app/window/shell/layers.hpp"
#include "app/window/shell/panels.hpp"
#include "app/window/shell/shelf.hpp"

struct GLFWwindow;

namespace heteroscope {

/// The window's parts, and one step of all of them. Made and destroyed with the window's context current and ImGui
/// there.
class App {
 public:
  struct Start {
    Catalog catalog;
    Memory memory;
    std::filesystem::path memory_path;          ///< empty: nothing is remembered
    bool welcome = true;                        ///< the doors may be shown
    std::optional<std::filesystem::path> open;  ///< settings or an image to start from
    std::optional<DisplayWay> display;          ///< how results are to come to the screen
    bool card_asked = false;                    ///< OpenGL was sent to the NVIDIA card
    bool card_refused = false;                  ///< drawn by the NVIDIA card, as was asked for, no window opened
  };

  /// Throws BadInput for a file that cannot be opened, or an OpenGL that is too old.
  App(GLFWwindow* window, const Start& start);

  /// Builds and draws one frame; empties the inbox.
  void step(Inbox& inbox);
  /// How often steps are worth taking while no hand touches the window. Asked again while it waits.
  [[nodiscard]] FramePace pace() const;
  /// When a step is due without any event, in GLFW's time: something is to be saved, or a message goes. Nothing if
  /// none is.
  [[nodiscard]] std::optional<double> due_s() const;
  /// The screen shows the full answer to the settings and the comparison.
  [[nodiscard]] bool settled() const;
  /// Keeps what has changed since it was read; all of it where the window is to be opened anew.
  void remember();
  /// The window closes in order to be opened again, in a new process.
  [[nodiscard]] bool anew() const { return anew_; }
  /// That one is to be drawn by the NVIDIA card.
  [[nodiscard]] bool on_card() const { return on_card_; }

  [[nodiscard]] State& state() { return state_; }
  [[nodiscard]] const State& state() const { return state_; }
  [[nodiscard]] Panels& panels() { return panels_; }
  [[nodiscard]] Layers& layers() { return layers_; }
  [[nodiscard]] const Layers& layers() const { return layers_; }
  /// Carries it out, or says why it does nothing now.
  void act(Action action);
  /// Settings as a whole, with their steps and strokes.
  void put(Settings settings);
  /// Closes, gives up or cancels what is nearest.
  void escape();
  /// Those of all workloads; says how much memory that gives back.
  void forget_kept_pictures();
  /// Exports a picture, values, times or settings, by the action that asks for it.
  void write_file(Action what);
  /// The whole screen for the picture, or the window as it was.
  void toggle_presentation();
  /// Opens the window anew, in a new process.
  void start_gpu_again();
  /// The same, drawn by the NVIDIA card.
  void draw_on_card();
  void close();
  /// Notes the views from now on; or ends that.
  void toggle_recording();
  /// What an earlier start has ordered and not finished; from now on it is kept in that file.
  void put_back(OrdersRecollection found, std::filesystem::path path);
  /// A mouse event that the next step takes as if the window had sent it.
  void push(const MouseEvent& event) { pushed_.push_back(event); }

 private:
  void measure();
  void renew_font_texture() const;
  void read_inbox(Inbox& inbox);
  void read_key(const KeyEvent& event, bool typing);
  void open(Opener::Outcome outcome);
  void finish_closing();
  void follow_productions(bool held);
  /// Writes the keyframes, and offers to order the movie.
  void end_recording();
  [[nodiscard]] bool measures() const;
  [[nodiscard]] bool computes() const;
  [[nodiscard]] bool moves() const;
  void note_step(bool touched, bool completed);
  [[nodiscard]] bool may_sample() const;
  void follow_settings();
  void note_changes();
  void remember(const Memory& memory);
  void write_wishes();
  void take_keyboard();
  void show_result(std::shared_ptr<const BenchViews> views, const std::filesystem::path& file);
  void take_views(const OwnViews::List& views, const std::filesystem::path& file);
  void note_recent(const std::filesystem::path& path);
  void note_measured();
  void ask_display(const Start& start);
  void follow_gpu();
  [[nodiscard]] Settings settings_to_keep() const;
  [[nodiscard]] Settings settings_to_remember() const;

  GLFWwindow* window_;
  std::vector<MouseEvent> pushed_;
  State state_;
  Scope scope_;
  std::filesystem::path memory_path_;
  Panels panels_;
  Layers layers_;
  Screen screen_;
  Requester requester_;
  RestSampler rest_sampler_;
  Comparer comparer_;
  Exporter exporter_;
  Opener opener_;
  Navigator navigator_;
  Stepper stepper_;
  Shelves shelves_;
  Thumbnails thumbnails_;
  ViewPictures view_pictures_;
  std::optional<Settings> plane_of_;  // whose view the history's views are of
  bool fit_first_ = false;
  bool minimized_ = false;
  bool anew_ = false;
  bool on_card_ = false;
  double closing_s_ = 0;  // when that was asked
  bool closing_ = false;  // once what is being exported has been written
  // a step lays out what the one before has brought, and ImGui needs one more for what it lays out anew
  int steps_to_draw_ = 2;
  int steps_after_touch_ = 2;  // these are drawn whatever is computed or measured
  Size framebuffer_;
  float font_scale_ = 0;
  std::array<int, 4> before_presenting_{};  // the window's place and size
  std::optional<ThemeKind> themed_;
  double last_event_s_ = 0;
  // what the file of the last start holds, and since when the state has differed
  std::optional<Memory> remembered_;
  std::string told_before_;  ///< the oddity that an earlier start has told of
  std::optional<Memory> seen_;
  // what of the file was known when it was read or written last
  OwnViews::List kept_views_;
  std::vector<std::string> kept_recent_;
  double seen_s_ = 0;
  bool unsaved_ = false;
};

}  // namespace heteroscope
