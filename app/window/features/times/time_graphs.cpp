#include "app/window/features/times/time_graphs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <iterator>
#include <numeric>
#include <vector>

#include "app/text/format.hpp"
#include "app/window/feature/saved_plot.hpp"
#include "app/window/feature/time_plot.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

/// Returns the parts that occur in the frames.
std::vector<FramePart> parts_there(const WindowModel& model, const Theme& theme) {
  auto parts = pieces_of({}, theme);
  for (const FrameSample& sample : model.frames.samples()) {
    const auto pieces = pieces_of(sample, theme);
    for (std::size_t i = 0; i < parts.size(); ++i) parts[i].ms = std::max(parts[i].ms, pieces[i].ms);
  }
  std::vector<FramePart> out;
  std::ranges::copy_if(parts, std::back_inserter(out), [](const FramePart& each) { return each.ms > 0; });
  return out;
}

std::string more_text(std::size_t count) {
  return fmt::format("{} more", count);
}

/// Returns how many of the legend's parts, as wide as that with the gap behind them, a line has room for: all of them,
/// or so many that there is room to say how many more there are.
std::size_t parts_with_room(const std::vector<float>& widths, float gap, float room) {
  const float all = std::accumulate(widths.begin(), widths.end(), 0.0F);
  if (all - gap <= room) return widths.size();
  float taken = text_size(more_text(widths.size())).x;
  std::size_t out = 0;
  while (out < widths.size() && taken + widths[out] <= room) taken += widths[out++];
  return out;
}

/// Draws the parts' names in a line below the plot; the tooltip of the last words names those that have no room.
void legend(const Ui& ui, const WindowModel& model, const SeenPlot& plot, float right) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  float x = plot.from().x;
  const float y = plot.to().y + ui.units(4);
  const float side = ui.units(8);
  const float gap = ui.units(10);
  const std::vector<FramePart> parts = parts_there(model, ui.theme());
  std::vector<float> widths;
  for (const FramePart& each : parts) widths.push_back(side + ui.units(4) + text_size(each.label).x + gap);
  const std::size_t shown = parts_with_room(widths, gap, right - x);
  for (std::size_t i = 0; i < shown; ++i) {
    const float down = (ImGui::GetTextLineHeight() - side) * 0.5F;
    draw.AddRectFilled({x, y + down}, {x + side, y + down + side}, parts[i].color, ui.units(2));
    draw.AddText({x + side + ui.units(4), y}, ui.theme().dim, parts[i].label);
    x += widths[i];
  }
  if (shown == parts.size()) return;
  std::string names;
  for (std::size_t i = shown; i < parts.size(); ++i) names += (names.empty() ? "" : ", ") + std::string(parts[i].label);
  ImGui::SetCursorScreenPos({x, y});
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
  ImGui::TextUnformatted(more_text(parts.size() - shown).c_str());
  ImGui::PopStyleColor();
  graph_help(ui, fmt::format("These parts of the frames have no room here: {}.", names));
}

/// Draws words below the plot's right end that can be clicked; returns where they begin.
float plot_buttons(Ui& ui, WindowModel& model, const SeenPlot& plot) {
  const float gap = ui.units(12);
  const float clear = ImGui::CalcTextSize("clear").x;
  const float log = ImGui::CalcTextSize("log").x;
  const float y = plot.to().y + ui.units(4);
  const float right = plot.to().x;
  const auto word = [&](const char* text, float x, float width, bool on, const char* what) {
    ImGui::SetCursorScreenPos({x, y});
    const bool pressed = ImGui::InvisibleButton(text, {width, ImGui::GetTextLineHeight()});
    const ImU32 color = on || ImGui::IsItemHovered() ? ui.theme().text : ui.theme().dim;
    ImGui::GetWindowDrawList()->AddText({x, y}, color, text);
    if (on) {
      const float line = y + ImGui::GetTextLineHeight();
      ImGui::GetWindowDrawList()->AddLine({x, line}, {x + width, line}, color);
    }
    graph_help(ui, what);
    return pressed;
  };
  if (word("clear", right - clear, clear, false, "Forgets these frames.")) model.frames.clear();
  const float left = right - clear - gap - log;
  if (word("log", left, log, ui.preferences.log_times,
           "A logarithmic axis over three decades, or more where the newest frame needs them."))
    ui.preferences.log_times = !ui.preferences.log_times;
  return left - gap;
}

/// Returns bands at the places where the settings changed, with the change as label.
std::vector<PlotBand> sections(const WindowModel& model) {
  const auto& samples = model.frames.samples();
  std::vector<PlotBand> out;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (i > 0 && samples[i].section == samples[i - 1].section) continue;
    out.push_back({.at = static_cast<double>(i),
                   .label = model.frames.section_label(samples[i].section, model.saves),
                   .strong = samples[i].section == samples.back().section});
  }
  return out;
}

Plot times_plot(const WindowModel& model, const Theme& theme, bool logarithmic) {
  const auto& samples = model.frames.samples();
  Plot plot = frames_plot(model, "##times");
  plot.y.scale = times_scale(model.frames, logarithmic);
  plot.y.unit = " ms";
  plot.cut = theme.error;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Interval x{static_cast<double>(i), static_cast<double>(i + 1)};
    const bool present = samples[i].section == samples.back().section;
    double below = 0;
    for (const FramePart& piece : pieces_of(samples[i], theme)) {
      if (piece.ms <= 0) continue;
      plot.boxes.push_back({x, {below, below + piece.ms}, present ? piece.color : faded(piece.color, 0.45F)});
      below += piece.ms;
    }
  }
  if (!samples.empty()) plot.guides.push_back({.at = model.frames.times().median, .color = faded(theme.text, 0.55F)});
  plot.bands = sections(model);
  return plot;
}

/// Returns the plot for a file, with the parts' names in a legend and without room for later frames.
Plot named_times(const WindowModel& model, const Theme& theme, bool logarithmic) {
  constexpr double thick = 8;
  constexpr double least = 12;  // the least frames that a figure has room for
  Plot out = times_plot(model, theme, logarithmic);
  const auto count = static_cast<double>(model.frames.samples().size());
  out.x.scale = PlotScale{count - std::max(count, least), count, false};
  for (const FramePart& each : parts_there(model, theme))
    out.lines.push_back({.label = each.label, .color = each.color, .points = {}, .width = thick});
  return out;
}

/// Returns the title of a figure with what computed the newest frame. A change before it stands in the figure.
std::string frames_title(const WindowModel& model, const std::string& what) {
  const auto& samples = model.frames.samples();
  return figure_title(model, what, samples.empty() ? "" : made_text(samples.back()));
}

/// Draws the menu behind a heading. The CSV of each of these graphs has all figures of the frames.
void save_frames(const Window& window, const PlotToSave& of) {
  if (window.model.frames.samples().empty()) return;
  SavedGraph graph = saved_graph(window.model, of);
  graph.csv = [&] { return frames_csv(window.model); };
  save_menu_behind(window.ui, graph);
}

/// A figure above the graph of frame times, and what it says.
struct TimesFigure {
  std::string text;
  const char* about;
};

/// Draws the figures that fit into so much room, up to `right`, and leaves the cursor where it is.
void times_figures(const Ui& ui, const Statistics& times, ImVec2 right, float room) {
  const TimesFigure median{"median " + format_ms(times.median),
                           "The median: half of these frames took no longer than this."};
  const char* const about_p95 = "The 95th percentile: 19 of 20 of these frames took no longer than this.";
  const TimesFigure percentile{"95th percentile " + format_ms(times.p95), about_p95};
  const TimesFigure p95{"p95 " + format_ms(times.p95), about_p95};
  const TimesFigure worst{"worst " + format_ms(times.maximum), "The longest time that one of these frames took."};
  const float gap = ImGui::CalcTextSize("   ").x;
  const ImVec2 after = ImGui::GetCursorScreenPos();
  for (const std::vector<TimesFigure>& all : {std::vector{median, percentile, worst}, std::vector{median, p95, worst},
                                              std::vector{median, worst}, std::vector{median}}) {
    float width = -gap;
    for (const TimesFigure& each : all) width += gap + text_size(each.text).x;
    if (width > room) continue;
    ImVec2 at{right.x - width, right.y + ui.units(1)};
    for (const TimesFigure& each : all) {
      ImGui::SetCursorScreenPos(at);
      ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
      ImGui::TextUnformatted(each.text.c_str());
      ImGui::PopStyleColor();
      graph_help(ui, each.about);
      at.x += text_size(each.text).x + gap;
    }
    break;
  }
  ImGui::SetCursorScreenPos(after);
}

void frame_times(const Window& window) {
  const auto& samples = window.model.frames.samples();
  const std::string present = window.model.frames.present_text();
  const std::string heading = present.empty() ? "Frame times" : "Frame times, " + present;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 right{at.x + ImGui::GetContentRegionAvail().x, at.y};
  const float room = title(window.ui, heading.c_str(), {}, save_menu_width(window.ui));
  const bool logarithmic = window.ui.preferences.log_times;
  const PlotToSave saved{.name = "times",
                         .title = frames_title(window.model, "frame times"),
                         .x_name = "frame",
                         .plot = [&](const Theme& theme) { return named_times(window.model, theme, logarithmic); }};
  save_frames(window, saved);
  if (!samples.empty()) times_figures(window.ui, window.model.frames.times(), right, room);
  const Plot plot = times_plot(window.model, window.ui.theme(), logarithmic);
  const SeenPlot seen = draw_plot(window.ui, plot, ImGui::GetTextLineHeight() + window.ui.units(6));
  show_hovered(window.ui, window.model, seen);
  legend(window.ui, window.model, seen, plot_buttons(window.ui, window.model, seen));
}

/// Returns a line through a quantity of the frames; interrupted where a frame has none (NaN).
PlotLine time_line(const WindowModel& model, FrameQuantity quantity, ImU32 color) {
  PlotLine out{.color = color, .points = {}};
  double at = 0.5;
  for (const FrameSample& each : model.frames.samples()) out.points.push_back({at++, quantity(each)});
  return out;
}

std::string lower_case(std::string text) {
  if (!text.empty()) text.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(text.front())));
  return text;
}

double rate_of(const FrameSample& sample) {
  return sample.operations_per_s();
}

Plot rate_plot(const WindowModel& model, const Theme& theme) {
  Plot plot = frames_plot(model, "##rate");
  plot.y.scale = scale_from_zero(upper_end(model.frames, rate_of));
  plot.cut = theme.error;
  plot.y.prefixes = true;
  plot.y.unit = "/s";
  plot.lines.push_back(time_line(model, rate_of, theme.text));
  for (const PlotPoint& each : plot.lines.front().points)
    plot.boxes.push_back({{each.x - 0.5, each.x + 0.5}, {0, each.y}, faded(theme.text, 0.2F)});
  return plot;
}

void rate(const Window& window) {
  const auto& samples = window.model.frames.samples();
  const std::string unit = samples.empty() ? "operations" : lower_case(rate_name(window.model, samples.back().unit));
  const std::string now = samples.empty() ? "–" : format_si(rate_of(samples.back()));
  title(window.ui, "Rate", {now + " " + unit + "/s", now + "/s"}, save_menu_width(window.ui));
  graph_help(window.ui, rate_help);
  save_frames(window, {.name = "rate",
                       .title = frames_title(window.model, unit + " over compute time"),
                       .x_name = "frame",
                       .plot = [&](const Theme& theme) { return rate_plot(window.model, theme); }});
  const Plot plot = rate_plot(window.model, window.ui.theme());
  const SeenPlot seen = draw_plot(window.ui, plot, ImGui::GetTextLineHeight() + window.ui.units(6));
  const float width = seen.to().x - seen.from().x;
  const ImVec2 below{seen.from().x, seen.to().y + window.ui.units(4)};
  const std::string full = unit + " over compute time";
  const bool fits = ImGui::CalcTextSize(full.c_str()).x <= width;
  ImGui::GetWindowDrawList()->AddText(below, window.ui.theme().dim, fits ? full.c_str() : "over compute time");
  ImGui::SetCursorScreenPos(below);
  ImGui::Dummy({width, ImGui::GetTextLineHeight()});
  graph_help(window.ui, rate_help);
  show_hovered(window.ui, window.model, seen);
}

std::string who_waited(const WindowModel& model) {
  const auto& samples = model.frames.samples();
  if (samples.empty()) return "no frame yet";
  const auto none = [&](auto rows_of) {
    return std::ranges::all_of(samples, [&](const auto& s) { return rows_of(s) == 0; });
  };
  if (none([](const FrameSample& s) { return s.timing.rows(Processor::gpu); })) return "no GPU part in these frames";
  if (none([](const FrameSample& s) { return s.timing.rows(Processor::cpu); })) return "no CPU part in these frames";
  const FrameSample* last = &samples.back();
  const double apart = last->timing.compute(Processor::gpu) - last->timing.compute(Processor::cpu);
  if (last->processor != Processor::split) return "choose Split to see both";
  if (apart > 0) return "CPU waited " + format_ms(apart);
  return "GPU waited " + format_ms(-apart);
}

bool any_gpu() {
  return std::ranges::any_of(device::all(), &device::Facts::available);
}

double cpu_ms(const FrameSample& sample) {
  return sample.timing.rows(Processor::cpu) > 0 ? sample.timing.compute(Processor::cpu) : std::nan("");
}

double gpu_ms(const FrameSample& sample) {
  return sample.timing.rows(Processor::gpu) > 0 ? sample.timing.compute(Processor::gpu) : std::nan("");
}

Plot sides_plot(const WindowModel& model, const Theme& theme) {
  Plot plot = frames_plot(model, "##sides");
  plot.y.scale = scale_from_zero(std::max(upper_end(model.frames, cpu_ms), upper_end(model.frames, gpu_ms)));
  plot.cut = theme.error;
  plot.y.unit = " ms";
  plot.lines = {time_line(model, cpu_ms, theme.cpu), time_line(model, gpu_ms, theme.gpu)};
  return plot;
}

/// Returns the plot for a file, with a legend.
Plot named_sides(const WindowModel& model, const Theme& theme) {
  Plot out = sides_plot(model, theme);
  out.lines.front().label = "CPU";
  out.lines.back().label = "GPU";
  return out;
}

void sides(const Window& window) {
  const Ui& ui = window.ui;
  const WindowModel& model = window.model;
  const auto& samples = model.frames.samples();
  const FrameSample* last = samples.empty() ? nullptr : &samples.back();
  title(ui, "CPU beside GPU", {}, save_menu_width(ui));
  save_frames(window, {.name = "sides",
                       .title = frames_title(model, "times of CPU and GPU"),
                       .x_name = "frame",
                       .plot = [&](const Theme& theme) { return named_sides(model, theme); }});
  const float line = ImGui::GetTextLineHeight();
  const Theme& theme = ui.theme();
  const Plot plot = sides_plot(model, theme);
  const SeenPlot seen = draw_plot(ui, plot, 2 * line + ui.units(10));
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  float y = seen.to().y + ui.units(5);
  const float left = ImGui::GetWindowPos().x;
  const auto side = [&](const char* name, double ms, int rows, ImU32 color, float x) {
    const float size = ui.units(8);
    draw.AddRectFilled({x, y + (line - size) * 0.5F}, {x + size, y + (line + size) * 0.5F}, color, ui.units(2));
    const std::string text = rows > 0 ? fmt::format("{} {}", name, format_ms(ms)) : std::string(name) + " –";
    draw.AddText({x + size + ui.units(5), y}, theme.text, text.c_str());
  };
  const float width = ImGui::GetWindowWidth();
  side("GPU", last == nullptr ? 0 : gpu_ms(*last), last == nullptr ? 0 : last->timing.rows(Processor::gpu), theme.gpu,
       left);
  side("CPU", last == nullptr ? 0 : cpu_ms(*last), last == nullptr ? 0 : last->timing.rows(Processor::cpu), theme.cpu,
       left + width * 0.5F);
  y += line + ui.units(2);
  draw.AddText({left, y}, theme.dim, who_waited(model).c_str());
  show_hovered(ui, model, seen);
}

}  // namespace

GraphTab TimeGraphs::tab(const Window& window) const {
  const bool other = window.ui.preferences.roofline || chooses_own_graph(window.ui, window.model);
  return {.label = "Times", .about = "Where the frames' time goes.", .action = action::toggle_plots, .chosen = !other};
}

/// Chooses this graph. A workload without a graph of its own leaves the choice for others unchanged.
void TimeGraphs::choose(const Window& window) {
  Preferences& preferences = window.ui.preferences;
  preferences.roofline = false;
  if (has_own_graph(window.model)) preferences.run_plots = false;
}

void TimeGraphs::build(const Window& window) {
  const float gap = window.ui.units(22);
  const float whole = ImGui::GetContentRegionAvail().x;
  const auto graph = [&](const char* id, float width, auto&& draw) {
    ImGui::BeginChild(id, {width, 0}, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    draw(window);
    ImGui::EndChild();
  };
  // a narrow window shows fewer graphs, each still readable
  const bool room_for_rate = whole > window.ui.units(860);
  const bool room_for_sides = whole > window.ui.units(480);
  const float room =
      whole - gap * static_cast<float>(static_cast<int>(room_for_rate) + static_cast<int>(room_for_sides));
  graph("times", room_for_sides ? std::floor(room * (room_for_rate ? 0.52F : 0.62F)) : 0, frame_times);
  if (room_for_rate) {
    ImGui::SameLine(0, gap);
    graph("rate", std::floor(room * 0.25F), rate);
  }
  if (room_for_sides) {
    ImGui::SameLine(0, gap);
    // without a GPU there are no two sides to compare, so the CPU's variants are shown instead
    graph("sides", 0, [&](const Window& shown) { any_gpu() ? sides(shown) : variants_.graph(shown); });
  }
}

}  // namespace heteroscope
