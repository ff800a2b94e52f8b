#pragma once

#include <imgui.h>

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/window/model/times/frame_history.hpp"
#include "app/window/model/ui/ui.hpp"
#include "app/window/model/window_model.hpp"
#include "app/window/widgets/plot_view.hpp"

/// Parts of the graphs of the last frames.
namespace heteroscope {

/// The tooltip of the rate: it says what is counted.
inline constexpr std::string_view rate_help =
    "The plain loop's operations for this picture, divided by its compute time; where processors share the picture, by "
    "the slower one's. A variant that skips some of them can show more than the hardware could do.";
/// Returns what the rate counts, by its unit: "Plain-loop iterations", or "Pixels" where no variant can skip work.
std::string rate_name(const WindowModel& model, std::string_view unit);

/// A part of a frame's bar.
struct FramePart {
  const char* label;
  double ms;
  ImU32 color;
};

/// Returns the stages of a frame in their order; the time in which CPU and GPU both compute is a part of its own, the
/// rest belongs to the slower one.
std::array<FramePart, 9> pieces_of(const FrameSample& sample, const Theme& theme);

/// Returns an empty plot over the last frames: the i-th one lies between i and i + 1, the newest at the right. If there
/// are few frames, each is wide.
Plot frames_plot(const WindowModel& model, const char* id);
/// A figure of a frame; NaN: it has none.
using FrameQuantity = double (*)(const FrameSample&);
/// The upper end of an axis for the last frames. 19 of 20 of them lie below it, of fewer all but one: a frame far above
/// the others does not press them flat, but is cut. So is the newest one, unless two of the last three are like it; the
/// first two of a section lie below.
double upper_end(const FrameHistory& frames, FrameQuantity quantity);
/// The axis of whole frames' times, ms, for the plot of the last frames, up to upper_end(). The logarithmic axis spans
/// three decades, or more where the newest frame would lie below it.
PlotScale times_scale(const FrameHistory& frames, bool logarithmic);
/// The frame under the mouse; nothing if the graph is not hovered there.
const FrameSample* hovered_sample(const WindowModel& model, const SeenPlot& plot);
/// Marks that frame in the plot and shows its times in a tooltip.
void show_hovered(const Ui& ui, const WindowModel& model, const SeenPlot& plot);
/// A heading, and on the right the longest of the figures' texts that there is room for when so much stays free behind
/// the heading. Returns the room for figures.
float title(const Ui& ui, const char* text, const std::vector<std::string>& figures, float kept = 0);
/// Shows a tooltip in the size of the other panels' tooltips.
void graph_help(const Ui& ui, std::string_view text);

}  // namespace heteroscope
