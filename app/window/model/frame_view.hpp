#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/window/model/picture_area.hpp"
#include "app/window/model/ui/display_way.hpp"
#include "core/model/settings/settings.hpp"
#include "core/run/engine/engine.hpp"

namespace heteroscope {

/// The work that a feature does by itself. It decides how often the window is drawn, whether the window has come to
/// rest, and whether other features may compute or measure meanwhile.
struct Activity {
  bool busy = false;             ///< it makes something that will be shown
  bool moves = false;            ///< it changes on the screen all the time
  bool measuring = false;        ///< it measures times: nothing else should be computed
  bool waits_for_quiet = false;  ///< it begins to measure times once nothing else is computed
  bool measures_idle = false;    ///< it measures times as long as nothing else is wanted, and gives way to all
  bool comparing = false;        ///< it compares in the background: no measurement begins that gives way to all
  bool suite = false;            ///< a suite is measured, or is about to be: no other measurement begins
  bool producing = false;        ///< it computes an order in the background
  /// When the window is to be drawn again without any event, in GLFW's time; none: not for this feature.
  std::optional<double> due_s = std::nullopt;

  /// Returns whether times are being measured.
  [[nodiscard]] bool measures() const { return measuring || measures_idle; }
  /// Returns whether a measurement that gives way to all has to wait.
  [[nodiscard]] bool holds_idle() const { return measuring || comparing; }

  /// Adds another feature's activity.
  Activity& operator+=(const Activity& other) {
    busy = busy || other.busy;
    moves = moves || other.moves;
    measuring = measuring || other.measuring;
    waits_for_quiet = waits_for_quiet || other.waits_for_quiet;
    measures_idle = measures_idle || other.measures_idle;
    comparing = comparing || other.comparing;
    suite = suite || other.suite;
    producing = producing || other.producing;
    if (other.due_s) due_s = std::min(due_s.value_or(*other.due_s), *other.due_s);
    return *this;
  }
};

struct MeanPicture;
struct Ui;

/// A change of the settings that makes a refused plan possible.
struct Remedy {
  std::string label;
  Settings settings;
};

/// The time in which the window's thread colored a frame and put it on the screen, by the steady clock.
struct Presented {
  std::uint64_t serial = 0;  ///< of the frame
  std::uint64_t begin_ns = 0;
  std::uint64_t end_ns = 0;
};

/// GPUs that stopped while the window was open.
struct GpuLoss {
  int count = 0;
  std::string what;                   ///< why the last one stopped; empty while none has
  Processor before = Processor::cpu;  ///< the processor that was chosen before the first one stopped
  GpuChoice gpus_before;
  bool others = false;  ///< other GPUs compute in place of those
};

/// The values under the cursor.
struct Readout {
  bool inside = false;
  int x = 0, y = 0;             ///< pixel of the picture under the cursor
  PlanePoint point;             ///< the place in the plane; of a file or a pattern the pixel
  std::optional<double> value;  ///< the result's value; nothing if the result is no picture
  std::optional<double> input;  ///< the source's value at the same place
  std::optional<double> other;  ///< the value of the picture that this one is compared with, if both have one size
};

/// The state of the engine, the presenter and the devices. app/window/picture writes it; the shell writes the picture's
/// place, the card that draws, the stopped GPUs and the features' activity; all other code reads it.
struct FrameView {
  EngineProgress progress;
  std::shared_ptr<const Frame> frame;  ///< the frame on the screen
  Presented presented;
  bool coarse = false;
  std::optional<ColorMap> map;              ///< of the frame on the screen
  bool painting = false;                    ///< a stroke is under way: automatic ends of the colors grow, but no more
  std::shared_ptr<const MeanPicture> mean;  ///< the mean of the frame's samples; null before there are further ones
  std::string refusal;                      ///< why the settings cannot be run; empty if they can
  std::vector<Remedy> remedies;
  std::string advice;
  bool canceled = false;  ///< Esc stopped the settings' computation
  double busy_since_s = 0;
  std::optional<double> earlier_since_s;  ///< since when the frame is of an earlier save of a person's file
  bool not_greeted = false;               ///< the refusal is that of a machine elsewhere which has not answered yet
  std::optional<double> asked_again_s;    ///< when a machine elsewhere is asked again that could not be reached
  bool sampling = false;                  ///< a sample of the picture is being computed
  double sampling_since_s = 0;

  PictureArea area;
  Readout readout;
  std::optional<ZoomBox> box;

  std::string interop_refusal;  ///< why results cannot go to the screen directly; empty if they can
  std::string drawn_by;         ///< the card that draws the window, by OpenGL's name
  bool offers_card = false;     ///< the window can be reopened, drawn by the NVIDIA card
  GpuLoss gpu_loss;
  Activity activity;  ///< the sum of all features' activities, as it was noted last

  /// Returns whether the frame on the screen is the complete picture of the settings, computed by variants that are
  /// still the present ones.
  [[nodiscard]] bool answers(const Settings& settings) const;
  /// Returns whether the newest computation has failed. The next one may succeed: that of a mended file, say.
  [[nodiscard]] bool has_failed() const { return progress.failure && !progress.busy; }
  /// Returns whether what plays waits for other settings or for a next computation: these are refused, or the newest
  /// one has failed.
  [[nodiscard]] bool holds_run() const { return !refusal.empty() || has_failed(); }
  /// Returns whether the picture waits for a machine elsewhere that could not be reached.
  [[nodiscard]] bool waits_for_machine() const {
    return not_greeted || progress.failure.kind == Failure::Kind::unreachable;
  }
};

/// Returns whether a frame that was made from the first settings is also one of the second: the same result, computed
/// in the same way, whatever its colors are.
bool same_frame(const Settings& made, const Settings& wanted);

/// How long something goes on before words say so that would else come and go with every picture.
inline constexpr double still_s = 0.25;

/// Returns whether the frame on the screen was computed by an earlier save of a person's file, and the present one's
/// does not come within a moment: its numbers are not the present save's.
bool shows_earlier_save(const Ui& ui, const FrameView& view);

/// Returns the way that is really used: the chosen one, or the host's if the chosen one is not possible.
DisplayWay display_way(const Ui& ui, const FrameView& view);

}  // namespace heteroscope
