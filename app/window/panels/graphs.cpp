#include "app/window/panels/graphs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <vector>

#include "app/plot/axis.hpp"
#include "app/text/format.hpp"
#include "app/window/cover/graphs.hpp"
#include "app/window/cover/view.hpp"
#include "app/window/panels/sections.hpp"
#include "app/window/session/iterating.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

/// A part of a frame's bar.
struct Piece {
  const char* label;
  double ms;
  ImU32 color;
};

/// The stages as they follow each other: while both sides compute, the time belongs to both; the rest to the slower
/// one.
std::array<Piece, 8> pieces_of(const FrameSample& sample, const Theme& theme) {
  const Timing& t = sample.timing;
  const double both = std::min(t.compute(Processor::gpu), t.compute(Processor::cpu));
  return {{{"source", t.input, theme.source},
           {"GPU", t.compute(Processor::gpu) - both, theme.gpu},
           {"both", both, theme.both},
           {"CPU", t.compute(Processor::cpu) - both, theme.cpu},
           {"copies", t.copies, theme.copies},
           {"merge", t.merge, theme.merge},
           {"summary", t.summary, theme.summary},
           {"display", t.display, theme.display}}};
}

/// A graph's frame: title, axis labels, and the plot's rectangle.
struct Plot {
  ImVec2 from, to;
  double top = 1;
  bool hovered = false;

  [[nodiscard]] float width() const { return to.x - from.x; }
  [[nodiscard]] float height() const { return to.y - from.y; }
  [[nodiscard]] float y(double value) const {
    return to.y - height() * static_cast<float>(std::clamp(value / top, 0.0, 1.0));
  }
  /// Pixel column at which the i-th of `count` bars begins; the newest ends at the right. A few frames get wide bars.
  [[nodiscard]] float x(std::size_t i, std::size_t count) const {
    return std::floor(to.x - width() * static_cast<float>(count - i) / static_cast<float>(slots(count)));
  }
  [[nodiscard]] static std::size_t slots(std::size_t count) {
    return std::clamp(count, std::size_t{75}, FrameHistory::longest);
  }
};

void right_text(ImVec2 at, const std::string& text, ImU32 color) {
  const float extent = ImGui::CalcTextSize(text.c_str()).x;
  ImGui::GetWindowDrawList()->AddText({at.x - extent, at.y}, color, text.c_str());
}

Plot begin_plot(const State& state, const char* id, double top, const std::string& top_label,
                const std::string& middle_label, float below) {
  const Theme& theme = state.theme();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float axis = state.units(52);
  Plot plot;
  plot.from = {at.x + axis, at.y + state.units(4)};
  plot.to = {at.x + room.x, at.y + std::max(room.y - below, state.units(30))};
  plot.top = top;
  draw.AddRectFilled(plot.from, plot.to, faded(theme.frame, 0.45F), state.units(3));
  const float half = ImGui::GetTextLineHeight() * 0.5F;
  const float middle = (plot.from.y + plot.to.y) * 0.5F;
  draw.AddLine({plot.from.x, middle}, {plot.to.x, middle}, faded(theme.line, 0.8F));
  right_text({plot.from.x - state.units(6), plot.from.y - half * 0.4F}, top_label, theme.dim);
  right_text({plot.from.x - state.units(6), middle - half}, middle_label, theme.dim);
  right_text({plot.from.x - state.units(6), plot.to.y - 2 * half}, "0", theme.dim);
  ImGui::SetCursorScreenPos(plot.from);
  ImGui::InvisibleButton(id, {std::max(plot.width(), 1.0F), std::max(plot.height(), 1.0F)});
  plot.hovered = ImGui::IsItemHovered();
  return plot;
}

/// The frame under the mouse; nothing if the graph is not hovered there.
const FrameSample* hovered_sample(const State& state, const Plot& plot) {
  const auto& samples = state.frames.samples();
  if (!plot.hovered || samples.empty()) return nullptr;
  const float from_right = (plot.to.x - ImGui::GetIO().MousePos.x) / plot.width();
  const auto slots = static_cast<float>(Plot::slots(samples.size()));
  const auto back = static_cast<std::size_t>(std::max(from_right, 0.0F) * slots);
  return back < samples.size() ? &samples[samples.size() - 1 - back] : nullptr;
}

void mark_hovered(const State& state, const Plot& plot, const FrameSample& sample) {
  const auto& samples = state.frames.samples();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (&samples[i] != &sample) continue;
    const float x = plot.x(i, samples.size());
    ImGui::GetWindowDrawList()->AddRectFilled({x, plot.from.y}, {plot.x(i + 1, samples.size()), plot.to.y},
                                              faded(state.theme().text, 0.35F));
  }
}

void sample_tooltip(const State& state, const FrameSample& sample) {
  ImGui::PushFont(state.fonts.text);
  ImGui::BeginTooltip();
  ImGui::Text("%s, %d × %d, %s", sample.variant.c_str(), sample.size.width, sample.size.height,
              id_of(sample.precision).data());
  ImGui::Dummy({state.units(210), state.units(2)});
  const auto line = [&](const char* label, const std::string& value, ImU32 color) {
    dot(state, color);
    value_row(state, label, value);
  };
  const Timing& t = sample.timing;
  const Theme& theme = state.theme();
  if (t.input > 0) line("Source", format_ms(t.input), theme.source);
  if (t.rows(Processor::gpu) > 0) line("GPU compute", format_ms(t.compute(Processor::gpu)), theme.gpu);
  if (t.rows(Processor::cpu) > 0) line("CPU compute", format_ms(t.compute(Processor::cpu)), theme.cpu);
  line("Copies", format_ms(t.copies), theme.copies);
  line("Merge", format_ms(t.merge), theme.merge);
  line("Summary", format_ms(t.summary), theme.summary);
  line(("Display (" + std::string(id_of(sample.display)) + ")").c_str(), format_ms(t.display), theme.display);
  line("Whole frame", format_ms(sample.whole_ms()), theme.text);
  line(rate_name(state, sample.unit).c_str(), format_si(sample.operations_per_s()) + "/s", theme.text);
  ImGui::EndTooltip();
  ImGui::PopFont();
}

/// A heading, and on the right the longest of the figures' texts that there is room for.
void title(const State& state, const char* text, const std::vector<std::string>& figures) {
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushFont(state.fonts.strong);
  ImGui::TextUnformatted(text);
  const float free = right - ImGui::GetItemRectMax().x - state.units(8);
  ImGui::PopFont();
  for (const std::string& each : figures) {
    if (ImGui::CalcTextSize(each.c_str()).x > free) continue;
    right_text({right, at.y + state.units(1)}, each, state.theme().dim);
    break;
  }
}

/// A tooltip in the size of the other panels' tooltips.
void graph_help(const State& state, std::string_view text) {
  ImGui::PushFont(state.fonts.text);
  help(state, text);
  ImGui::PopFont();
}

void legend(const State& state, const Plot& plot) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const FrameSample empty;
  float x = plot.from.x;
  const float y = plot.to.y + state.units(4);
  const float side = state.units(8);
  for (const Piece& piece : pieces_of(empty, state.theme())) {
    if (piece.color == state.theme().source && !reads_source(state.settings, *state.workload)) continue;
    const float extent = ImGui::CalcTextSize(piece.label).x;
    if (x + side + state.units(4) + extent > plot.to.x) break;
    const float down = (ImGui::GetTextLineHeight() - side) * 0.5F;
    draw.AddRectFilled({x, y + down}, {x + side, y + down + side}, piece.color, state.units(2));
    draw.AddText({x + side + state.units(4), y}, state.theme().dim, piece.label);
    x += side + extent + state.units(14);
  }
}

/// An arrow at the plot's upper edge: the bar below it goes on.
void mark_cut(const State& state, const Plot& plot, float x) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float half = state.units(4);
  const float tip = plot.from.y - state.units(3);
  const float base = tip + state.units(7);
  draw.AddTriangleFilled({x - half - 1, base + 1}, {x, tip - 2}, {x + half + 1, base + 1}, state.theme().panel);
  draw.AddTriangleFilled({x - half, base}, {x, tip}, {x + half, base}, state.theme().error);
}

void frame_times(const State& state) {
  const auto& samples = state.frames.samples();
  const Statistics times = state.frames.times();
  const std::string median = "median " + format_ms(times.median);
  const std::string worst = "worst " + format_ms(times.maximum);
  title(state, "Frame times",
        {median + "   95th percentile " + format_ms(times.p95) + "   " + worst,
         median + "   p95 " + format_ms(times.p95) + "   " + worst, median + "   " + worst, median});
  // one slow frame must not press all others flat: it is cut, and marked at the top
  const double top = nice_above(1.3 * times.p95);
  const Plot plot = begin_plot(state, "##times", top, format_short(top, 3) + " ms", format_short(top / 2, 3) + " ms",
                               ImGui::GetTextLineHeight() + state.units(6));
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const float x = plot.x(i, samples.size());
    const float next = plot.x(i + 1, samples.size());
    const float right = next - x > 3 ? next - 1 : next;
    double below = 0;
    for (const Piece& piece : pieces_of(samples[i], state.theme())) {
      if (piece.ms <= 0) continue;
      draw.AddRectFilled({x, plot.y(below + piece.ms)}, {right, plot.y(below)}, piece.color);
      below += piece.ms;
    }
    if (below > top) mark_cut(state, plot, (x + right) * 0.5F);
  }
  if (!samples.empty()) {
    const float y = plot.y(times.median);
    draw.AddLine({plot.from.x, y}, {plot.to.x, y}, faded(state.theme().text, 0.55F));
  }
  legend(state, plot);
  if (const FrameSample* sample = hovered_sample(state, plot)) {
    mark_hovered(state, plot, *sample);
    sample_tooltip(state, *sample);
  }
}

using Measure = double (*)(const FrameSample&);

/// A line through the frames' measures; interrupted where a frame has none (NaN).
void line_graph(const State& state, const Plot& plot, Measure measure, ImU32 color, bool filled) {
  const auto& samples = state.frames.samples();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  std::vector<ImVec2> points;
  const auto finish = [&] {
    if (points.size() == 1) draw.AddCircleFilled(points.front(), state.units(2), color);
    draw.AddPolyline(points.data(), static_cast<int>(points.size()), color, ImDrawFlags_None, state.units(1.5));
    points.clear();
  };
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const float left = plot.x(i, samples.size());
    const float right = plot.x(i + 1, samples.size());
    const double value = measure(samples[i]);
    if (std::isnan(value)) {
      finish();
      continue;
    }
    const ImVec2 point{(left + right) * 0.5F, plot.y(value)};
    if (filled) draw.AddRectFilled({left, point.y}, {right, plot.to.y}, faded(color, 0.2F));
    points.push_back(point);
  }
  finish();
}

double highest(const State& state, Measure measure) {
  double out = 0;
  for (const FrameSample& sample : state.frames.samples()) out = std::max(out, measure(sample));
  return out;
}

std::string lower_case(std::string text) {
  if (!text.empty()) text.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(text.front())));
  return text;
}

void rate(const State& state) {
  const auto& samples = state.frames.samples();
  const Measure measure = [](const FrameSample& sample) { return sample.operations_per_s(); };
  const std::string unit = samples.empty() ? "operations" : lower_case(rate_name(state, samples.back().unit));
  const std::string now = samples.empty() ? "–" : format_si(measure(samples.back()));
  title(state, "Rate", {now + " " + unit + "/s", now + "/s"});
  graph_help(state, rate_help);
  const double top = nice_above(highest(state, measure));
  const Plot plot = begin_plot(state, "##rate", top, axis_text(top) + "/s", axis_text(top / 2) + "/s",
                               ImGui::GetTextLineHeight() + state.units(6));
  line_graph(state, plot, measure, state.theme().text, true);
  const ImVec2 below{plot.from.x, plot.to.y + state.units(4)};
  const std::string full = unit + " over compute time";
  const bool fits = ImGui::CalcTextSize(full.c_str()).x <= plot.width();
  ImGui::GetWindowDrawList()->AddText(below, state.theme().dim, fits ? full.c_str() : "over compute time");
  ImGui::SetCursorScreenPos(below);
  ImGui::Dummy({plot.width(), ImGui::GetTextLineHeight()});
  graph_help(state, rate_help);
  if (const FrameSample* sample = hovered_sample(state, plot)) {
    mark_hovered(state, plot, *sample);
    sample_tooltip(state, *sample);
  }
}

std::string who_waited(const State& state) {
  const auto& samples = state.frames.samples();
  if (samples.empty()) return "no frame yet";
  const auto none = [&](auto rows_of) {
    return std::ranges::all_of(samples, [&](const auto& s) { return rows_of(s) == 0; });
  };
  if (none([](const FrameSample& s) { return s.timing.rows(Processor::gpu); })) return "no GPU part in these frames";
  if (none([](const FrameSample& s) { return s.timing.rows(Processor::cpu); })) return "no CPU part in these frames";
  const FrameSample* last = &samples.back();
  const double apart = last->timing.compute(Processor::gpu) - last->timing.compute(Processor::cpu);
  if (last->processor != Processor::split) return "the split shows both sides here";
  if (apart > 0) return "CPU waited " + format_ms(apart);
  return "GPU waited " + format_ms(-apart);
}

void sides(const State& state) {
  const auto& samples = state.frames.samples();
  const FrameSample* last = samples.empty() ? nullptr : &samples.back();
  title(state, "CPU beside GPU", {});
  const Measure cpu = [](const FrameSample& sample) {
    return sample.timing.rows(Processor::cpu) > 0 ? sample.timing.compute(Processor::cpu) : std::nan("");
  };
  const Measure gpu = [](const FrameSample& sample) {
    return sample.timing.rows(Processor::gpu) > 0 ? sample.timing.compute(Processor::gpu) : std::nan("");
  };
  const double top = nice_above(std::max(highest(state, cpu), highest(state, gpu)));
  const float line = ImGui::GetTextLineHeight();
  const Plot plot = begin_plot(state, "##sides", top, format_short(top, 3) + " ms", format_short(top / 2, 3) + " ms",
                               2 * line + state.units(10));
  const Theme& theme = state.theme();
  line_graph(state, plot, cpu, theme.cpu, false);
  line_graph(state, plot, gpu, theme.gpu, false);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  float y = plot.to.y + state.units(5);
  const float left = ImGui::GetWindowPos().x;
  const auto side = [&](const char* name, double ms, int rows, ImU32 color, float x) {
    const float size = state.units(8);
    draw.AddRectFilled({x, y + (line - size) * 0.5F}, {x + size, y + (line + size) * 0.5F}, color, state.units(2));
    const std::string text = rows > 0 ? fmt::format("{} {}", name, format_ms(ms)) : std::string(name) + " –";
    draw.AddText({x + size + state.units(5), y}, theme.text, text.c_str());
  };
  const float width = ImGui::GetWindowWidth();
  side("GPU", last == nullptr ? 0 : gpu(*last), last == nullptr ? 0 : last->timing.rows(Processor::gpu), theme.gpu,
       left);
  side("CPU", last == nullptr ? 0 : cpu(*last), last == nullptr ? 0 : last->timing.rows(Processor::cpu), theme.cpu,
       left + width * 0.5F);
  y += line + state.units(2);
  draw.AddText({left, y}, theme.dim, who_waited(state).c_str());
  if (const FrameSample* sample = hovered_sample(state, plot)) {
    mark_hovered(state, plot, *sample);
    sample_tooltip(state, *sample);
  }
}

/// The graphs of the times, side by side.
void time_graphs(State& state) {
  const float gap = state.units(22);
  const float whole = ImGui::GetContentRegionAvail().x;
  const auto graph = [&](const char* id, float width, auto&& draw) {
    ImGui::BeginChild(id, {width, 0}, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    draw(state);
    ImGui::EndChild();
  };
  // In a narrow window fewer graphs, each still readable.
  const bool room_for_rate = whole > state.units(860);
  const bool room_for_sides = whole > state.units(480);
  const float room =
      whole - gap * static_cast<float>(static_cast<int>(room_for_rate) + static_cast<int>(room_for_sides));
  graph("times", room_for_sides ? std::floor(room * (room_for_rate ? 0.52F : 0.62F)) : 0, frame_times);
  if (room_for_rate) {
    ImGui::SameLine(0, gap);
    graph("rate", std::floor(room * 0.25F), rate);
  }
  if (room_for_sides) {
    ImGui::SameLine(0, gap);
    graph("sides", 0, sides);
  }
}

}  // namespace

/// One above the other at the left: the run's plots, or the times.
void GraphsPanel::which_graphs(State& state) {
  ImGui::BeginGroup();
  const auto tab = [&](const char* label, bool plots, const char* what) {
    const bool on = state.preferences.run_plots == plots;
    if (on) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
    if (ImGui::Button(label, {state.units(52), 0})) state.preferences.run_plots = plots;
    if (on) ImGui::PopStyleColor();
    graph_help(state, what);
  };
  if (shows_cover(state)) {
    tab("Cover", true, "Who was busy when, and what every cover costs (key G).");
  } else {
    tab("Run", true, "Values along a line and what has become of them (key G).");
  }
  tab("Times", false, "Where the frames' time goes (key G).");
  if (state.preferences.run_plots && state.workload->iteration) run_.curve_buttons(state);
  ImGui::EndGroup();
}

void GraphsPanel::build(State& state) {
  ImGui::PushFont(state.fonts.small);
  if (state.workload->iteration || shows_cover(state)) {
    which_graphs(state);
    ImGui::SameLine(0, state.units(12));
    ImGui::BeginChild("graphs", {0, 0}, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    if (!state.preferences.run_plots) {
      time_graphs(state);
    } else if (shows_cover(state)) {
      cover_graphs(state);
    } else {
      run_.build(state);
    }
    ImGui::EndChild();
  } else {
    time_graphs(state);
  }
  ImGui::PopFont();
}

}  // namespace heteroscope
