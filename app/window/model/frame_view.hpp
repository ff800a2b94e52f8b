#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/window/model/activity.hpp"
#include "app/window/model/picture_area.hpp"
#include "app/window/model/ui/display_way.hpp"
#include "core/model/settings/settings.hpp"
#include "core/run/engine.hpp"

namespace heteroscope {

struct MeanPicture;
struct Ui;

/// A change of the settings that makes a refused plan possible.
struct Remedy {
  std::string label;
  Settings settings;
};

/// When the window's thread colored a frame and put it on the screen, by the steady clock.
struct Presented {
  std::uint64_t serial = 0;  ///< of the frame
  std::uint64_t begin_ns = 0;
  std::uint64_t end_ns = 0;
};

/// GPUs that stopped while the window was open.
struct GpuLoss {
  int count = 0;
  std::string what;                   ///< of the last one, in words; empty while all are well
  Processor before = Processor::cpu;  ///< that was chosen before the first
  GpuChoice gpus_before;
  bool others = false;  ///< other GPUs compute in its place
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

/// What the engine, the presenter and the devices say. app/window/picture writes it, and the shell where the picture
/// is, what draws the window, which GPUs have stopped and what features do; everybody else reads.
struct FrameView {
  EngineProgress progress;
  std::shared_ptr<const Frame> frame;  ///< the one on the screen
  Presented presented;
  bool coarse = false;
  std::optional<ColorMap> map;              ///< of the frame on the screen
  std::shared_ptr<const MeanPicture> mean;  ///< of the frame's further samples; null before there are any
  std::string refusal;                      ///< why the settings cannot be run; empty if they can
  std::vector<Remedy> remedies;
  std::string advice;
  bool canceled = false;  ///< Esc stopped the settings' computation
  double busy_since_s = 0;
  bool sampling = false;  ///< a sample of the picture is computed
  double sampling_since_s = 0;

  PictureArea area;
  Readout readout;
  std::optional<ZoomBox> box;

  std::string interop_refusal;  ///< why results cannot go to the screen directly; empty if they can
  std::string drawn_by;         ///< what draws the window, as OpenGL calls it
  bool offers_card = false;     ///< the window can be opened anew, drawn by the NVIDIA card
  GpuLoss gpu_loss;
  Activity activity;  ///< of all features together, once they have done what they do in a frame

  /// The frame on the screen is the whole answer to the settings.
  [[nodiscard]] bool answers(const Settings& settings) const;
};

/// The same result computed in the same way, whatever it looks like; what its colors follow from is there.
bool same_frame(const Settings& made, const Settings& wanted);

/// The way that is really used: the chosen one, or the host's where the chosen one cannot be.
DisplayWay display_way(const Ui& ui, const FrameView& view);

}  // namespace heteroscope
