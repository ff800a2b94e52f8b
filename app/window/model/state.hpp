#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "app/window/model/action.hpp"
#include "app/window/model/clock.hpp"
#include "app/window/model/cover/cover_state.hpp"
#include "app/window/model/frame_history.hpp"
#include "app/window/model/kept_pictures.hpp"
#include "app/window/model/measured/compare_result.hpp"
#include "app/window/model/measured/standing.hpp"
#include "app/window/model/recorder.hpp"
#include "app/window/model/run_history.hpp"
#include "app/window/model/thumbnail_ids.hpp"
#include "app/window/model/toast.hpp"
#include "app/window/model/ui.hpp"
#include "app/window/model/undo.hpp"
#include "app/window/model/views/own_views.hpp"
#include "app/window/model/views/picture_view.hpp"
#include "app/window/model/views/switching.hpp"
#include "app/window/model/views/view_target.hpp"
#include "core/model/settings/settings.hpp"
#include "core/run/engine.hpp"

namespace heteroscope {

/// A change of the settings that makes a refused plan possible.
struct Remedy {
  std::string label;
  Settings settings;
};

enum class CompareWith { nothing, input, reference, kept };
enum class CompareStyle { mask, heat, wipe, side };

/// The diff view.
struct Comparison {
  CompareWith with = CompareWith::nothing;
  CompareStyle style = CompareStyle::mask;
  CompareStyle style_before = CompareStyle::mask;  ///< the input was put beside the result by a key
  double wipe = 0.5;                               ///< divider, as a share of the picture area's width
  bool flip = false;                               ///< Space is held: the reference (or the input) is shown
  KeptPictures kept;                               ///< of the workload
  std::shared_ptr<const Frame> other;              ///< what is compared with, or whose input is; null until it is there
  std::optional<CompareResult> result;             ///< newest
  std::string why_not;                             ///< why there is no result
  bool result_is_current = false;

  /// "the input", "the reference", "A".
  [[nodiscard]] std::string name_of(CompareWith what) const;
  /// What is really looked at: Space shows the reference where nothing else is chosen.
  [[nodiscard]] CompareWith wanted() const {
    return flip && with != CompareWith::input ? CompareWith::reference : with;
  }
  void turn_off() {
    if (with == CompareWith::input && style == CompareStyle::side) style = style_before;
    with = CompareWith::nothing;
  }
};

/// A workload that goes on step by step, as it is shown.
struct RunState {
  bool ended = false;  ///< it takes no more steps: it has settled, or has taken all it may
  RunHistory history;
  StepRate rate;
};

/// The parts of the picture area: the picture alone, or beside what it is compared with.
enum class Pane { picture, other };

/// A zoom box that is being drawn, in pixels of the view that the pane shows.
struct ZoomBox {
  Pane pane = Pane::picture;
  Box box;
};

/// Where the picture is, in pixels of the framebuffer from the window's top left corner.
struct PictureArea {
  int x = 0;
  int y = 0;
  Size size;
};

/// When the window's thread colored a frame and put it on the screen, by the steady clock.
struct Presented {
  std::uint64_t serial = 0;  ///< of the frame
  std::uint64_t begin_ns = 0;
  std::uint64_t end_ns = 0;
};

/// What the value readout shows.
struct Readout {
  bool inside = false;
  int x = 0, y = 0;             ///< pixel of the picture under the cursor
  PlanePoint point;             ///< of the plane; of a file or a pattern that pixel
  std::optional<double> value;  ///< of the result; nothing where that is no picture
  std::optional<double> input;  ///< of the source at the same place
  std::optional<double> other;  ///< of the picture that this one is compared with, where both have one size
};

/// GPUs that stopped while the window was open.
struct GpuLoss {
  int count = 0;
  std::string what;                   ///< of the last one, in words; empty while all are well
  Processor before = Processor::cpu;  ///< that was chosen before the first
  GpuChoice gpus_before;
  bool others = false;  ///< other GPUs compute in its place
};

struct CountedProblem;
struct MeanPicture;
struct State;
class TunedWinners;

/// A file that is to be written into the export folder.
struct FileWish {
  std::string stem;       ///< numbered where there is one of that name
  std::string extension;  ///< ".csv"
  std::string text;
  /// Called once it is written; null: nobody asks.
  std::function<void(State&, const std::filesystem::path&)> written = nullptr;
};
/// A part of the window that is to be written as a PNG, once it has been drawn.
struct CaptureWish {
  std::string stem;
  std::array<float, 4> rect{};  ///< x0, y0, x1, y1 in ImGui's units
  bool once_more = false;       ///< after the next frame: what asked for it still lies over it
};

/// The window's whole state. Panels read it, edit `settings`, `preferences` and `comparison`, and put actions into it;
/// they execute nothing.
struct State : Ui {
  Catalog catalog;
  const Workload* workload = nullptr;
  Settings settings;
  Comparison comparison;
  std::vector<Action> actions;
  Undo undo;
  std::optional<Settings> chosen;  ///< of another workload: they take the settings' place once all panels are built

  // What the engine and the presenter say.
  EngineProgress progress;
  std::shared_ptr<const Frame> frame;  ///< the one on the screen
  Presented presented;
  bool coarse = false;
  GpuLoss gpu_loss;
  std::string interop_refusal;              ///< why results cannot go to the screen directly; empty if they can
  std::string drawn_by;                     ///< what draws the window, as OpenGL calls it
  bool offers_card = false;                 ///< the window can be opened anew, drawn by the NVIDIA card
  std::optional<DisplayWay> asked_display;  ///< by the command line, in place of the preference
  std::optional<ColorMap> map;              ///< of the frame on the screen
  std::shared_ptr<const MeanPicture> mean;  ///< of the frame's further samples; null before there are any
  std::string refusal;                      ///< why the settings cannot be run; empty if they can
  std::vector<Remedy> remedies;
  std::string advice;
  FrameHistory frames;
  SourceMemory sources;

  bool canceled = false;  ///< Esc stopped the settings' computation
  double busy_since_s = 0;

  // The view.
  PictureArea area;
  PictureView picture;  ///< of a file or a pattern; every other view is in the settings
  Readout readout;
  ViewHistory views;
  std::optional<ZoomBox> box;

  // The window's own.
  bool running = false;  ///< computes again and again; a workload with steps or a clock goes on
  RunState run;
  ClockRun clock;
  CoverState cover;
  std::set<Action> open;                          ///< whose features are
  std::shared_ptr<const CountedProblem> counted;  ///< by the GPU's counters, of the settings; null: nothing
  std::shared_ptr<const TunedWinners> tuned;      ///< the fastest ways that searches have found; null: none
  std::string bench;                              ///< how far one is that is measured; empty: none is
  std::string production;                         ///< how far the one is that is made; empty: none is
  bool measuring = false;                         ///< times are measured beside: nothing else should be computed
  bool producing = false;                         ///< a step of it computes beside the window
  bool sampling = false;                          ///< a sample of the picture is computed
  double sampling_since_s = 0;
  bool closing = false;  ///< once what is being made has come to its end
  bool panels_hidden = false;
  bool walking = false;       ///< keys are the panels', to go through them
  bool presenting = false;    ///< the whole screen has the picture, with large numbers over it
  bool export_waits = false;  ///< for the full picture
  ThumbnailIds thumbnails;    ///< empty until somebody wanted them
  bool want_thumbnails = false;
  ViewPictureIds view_pictures;
  Toasts toasts;
  std::filesystem::path export_folder;
  std::vector<std::string> typed;   ///< paths and command lines that are to be opened
  std::vector<std::string> recent;  ///< paths that were opened, newest first
  OwnViews own_views;
  std::vector<FileWish> files;  ///< for the exporter
  std::optional<CaptureWish> capture;
  Recorder recorder;

  /// The way that is really used: the chosen one, or the host's where the chosen one cannot be.
  [[nodiscard]] DisplayWay display() const {
    return interop_refusal.empty() ? asked_display.value_or(preferences.display) : DisplayWay::host_copy;
  }
  /// The frame on the screen is the whole answer to the settings.
  [[nodiscard]] bool current() const;
  [[nodiscard]] bool is_open(Action action) const { return open.contains(action); }
  void ask(Action action) { actions.push_back(action); }
};

/// The same result computed in the same way, whatever it looks like; what its colors follow from is there.
bool same_frame(const Settings& made, const Settings& wanted);

}  // namespace heteroscope
