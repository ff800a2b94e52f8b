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

/// What the graphs of the last frames are drawn with.
namespace heteroscope {

/// The tooltip of the rate: it says what is counted.
inline constexpr std::string_view rate_help =
    "What the plain loop would have to do for this picture, over the time in which it was computed (the slower "
    "side's). A variant that skips some of that work can show more than the hardware could do.";
/// "Plain-loop iterations", or "Pixels" where there is no work to be skipped: what the rate counts, by its unit.
std::string rate_name(const WindowModel& model, std::string_view unit);

/// A part of a frame's bar.
struct FramePart {
  const char* label;
  double ms;
  ImU32 color;
};

/// The stages as they follow each other: while both sides compute, the time belongs to both; the rest to the slower
/// one.
std::array<FramePart, 8> pieces_of(const FrameSample& sample, const Theme& theme);

/// A plot over the last frames: the i-th one lies between i and i + 1, the newest at the right. A few frames are wide.
Plot frames_plot(const WindowModel& model, const char* id);
/// The axis of whole frames' times, ms, for the plot of the last frames. The newest frame lies within it, and so do 19
/// of 20 others: one slow frame does not press all others flat, but is cut. The logarithmic axis spans three decades,
/// or more where the newest frame would lie below it.
PlotScale times_scale(const FrameHistory& frames, bool logarithmic);
/// The frame under the mouse; nothing if the graph is not hovered there.
const FrameSample* hovered_sample(const WindowModel& model, const SeenPlot& plot);
/// Marks it in the plot and says in a tooltip what it took.
void show_hovered(const Ui& ui, const WindowModel& model, const SeenPlot& plot);
/// A heading, and on the right the longest of the figures' texts that there is room for when so much stays free behind
/// the heading.
void title(const Ui& ui, const char* text, const std::vector<std::string>& figures, float kept = 0);
/// A tooltip in the size of the other panels' tooltips.
void graph_help(const Ui& ui, std::string_view text);

}  // namespace heteroscope
