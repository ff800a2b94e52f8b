#include "app/window/features/times/time_graphs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "app/text/format.hpp"
#include "app/window/feature/time_plot.hpp"
#include "app/window/model/iterating.hpp"
#include "app/window/model/rate.hpp"

namespace heteroscope {
namespace {

/// The parts that the frames have.
void legend(const State& state, const SeenPlot& plot, float right) {
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  std::array<FramePart, 8> parts = pieces_of({}, state.theme());
  for (const FrameSample& sample : state.frames.samples()) {
    const auto pieces = pieces_of(sample, state.theme());
    for (std::size_t i = 0; i < parts.size(); ++i) parts[i].ms = std::max(parts[i].ms, pieces[i].ms);
  }
  float x = plot.from().x;
  const float y = plot.to().y + state.units(4);
  const float side = state.units(8);
  for (const FramePart& piece : parts) {
    if (piece.ms <= 0) continue;
    const float extent = ImGui::CalcTextSize(piece.label).x;
    if (x + side + state.units(4) + extent > right) break;
    const float down = (ImGui::GetTextLineHeight() - side) * 0.5F;
    draw.AddRectFilled({x, y + down}, {x + side, y + down + side}, piece.color, state.units(2));
    draw.AddText({x + side + state.units(4), y}, state.theme().dim, piece.label);
    x += side + extent + state.units(14);
  }
}

/// Words below the plot's right end that can be clicked; returns where they begin.
float plot_buttons(State& state, const SeenPlot& plot) {
  const float gap = state.units(12);
  const float clear = ImGui::CalcTextSize("clear").x;
  const float log = ImGui::CalcTextSize("log").x;
  const float y = plot.to().y + state.units(4);
  const float right = plot.to().x;
  const auto word = [&](const char* text, float x, float width, bool on, const char* what) {
    ImGui::SetCursorScreenPos({x, y});
    const bool pressed = ImGui::InvisibleButton(text, {width, ImGui::GetTextLineHeight()});
    const ImU32 color = on || ImGui::IsItemHovered() ? state.theme().text : state.theme().dim;
    ImGui::GetWindowDrawList()->AddText({x, y}, color, text);
    if (on) {
      const float line = y + ImGui::GetTextLineHeight();
      ImGui::GetWindowDrawList()->AddLine({x, line}, {x + width, line}, color);
    }
    graph_help(state, what);
    return pressed;
  };
  if (word("clear", right - clear, clear, false, "Forgets these frames.")) state.frames.clear();
  const float left = right - clear - gap - log;
  if (word("log", left, log, state.preferences.log_times, "A logarithmic axis over three decades."))
    state.preferences.log_times = !state.preferences.log_times;
  return left - gap;
}

/// Where the settings changed, and what is new from there on.
std::vector<PlotBand> sections(const State& state) {
  const auto& samples = state.frames.samples();
  std::vector<PlotBand> out;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    if (i > 0 && samples[i].section == samples[i - 1].section) continue;
    out.push_back({.at = static_cast<double>(i),
                   .label = state.frames.section_label(samples[i].section),
                   .strong = samples[i].section == samples.back().section});
  }
  return out;
}

/// Of all frames that are shown, whatever made them: of 20 at most one is cut.
double usual_ms(const State& state) {
  std::vector<double> whole;
  for (const FrameSample& each : state.frames.samples()) whole.push_back(each.whole_ms());
  return statistics(whole).p95;
}

void frame_times(State& state) {
  const auto& samples = state.frames.samples();
  const Statistics times = state.frames.times();
  const std::string median = "median " + format_ms(times.median);
  const std::string worst = "worst " + format_ms(times.maximum);
  const bool several = !samples.empty() && samples.front().section != samples.back().section;
  std::vector<std::string> figures;
  if (!samples.empty()) {
    figures = {median + "   95th percentile " + format_ms(times.p95) + "   " + worst,
               median + "   p95 " + format_ms(times.p95) + "   " + worst, median + "   " + worst, median};
  }
  title(state, several ? "Frame times, present settings" : "Frame times", figures);
  // one slow frame must not press all others flat: it is cut, and marked at the top
  const PlotScale scale = scale_from_zero(1.3 * usual_ms(state));
  constexpr double decades = 1e-3;
  Plot plot = frames_plot(state, "##times");
  plot.y.scale = state.preferences.log_times ? PlotScale{decades * scale.high, scale.high, true} : scale;
  plot.y.unit = " ms";
  plot.cut = state.theme().error;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Interval x{static_cast<double>(i), static_cast<double>(i + 1)};
    const bool present = samples[i].section == samples.back().section;
    double below = 0;
    for (const FramePart& piece : pieces_of(samples[i], state.theme())) {
      if (piece.ms <= 0) continue;
      plot.boxes.push_back({x, {below, below + piece.ms}, present ? piece.color : faded(piece.color, 0.45F)});
      below += piece.ms;
    }
  }
  if (!samples.empty()) plot.guides.push_back({.at = times.median, .color = faded(state.theme().text, 0.55F)});
  plot.bands = sections(state);
  const SeenPlot seen = draw_plot(state, plot, ImGui::GetTextLineHeight() + state.units(6));
  show_hovered(state, seen);
  legend(state, seen, plot_buttons(state, seen));
}

using Quantity = double (*)(const FrameSample&);

/// A line through the frames' quantities; interrupted where a frame has none (NaN).
PlotLine line_of(const State& state, Quantity quantity, ImU32 color) {
  PlotLine out{.color = color, .points = {}};
  double at = 0.5;
  for (const FrameSample& each : state.frames.samples()) out.points.push_back({at++, quantity(each)});
  return out;
}

double highest(const State& state, Quantity quantity) {
  double out = 0;
  for (const FrameSample& sample : state.frames.samples()) out = std::max(out, quantity(sample));
  return out;
}

std::string lower_case(std::string text) {
  if (!text.empty()) text.front() = static_cast<char>(std::tolower(static_cast<unsigned char>(text.front())));
  return text;
}

void rate(const State& state) {
  const auto& samples = state.frames.samples();
  const Quantity quantity = [](const FrameSample& sample) { return sample.operations_per_s(); };
  const std::string unit = samples.empty() ? "operations" : lower_case(rate_name(state, samples.back().unit));
  const std::string now = samples.empty() ? "–" : format_si(quantity(samples.back()));
  title(state, "Rate", {now + " " + unit + "/s", now + "/s"});
  graph_help(state, rate_help);
  Plot plot = frames_plot(state, "##rate");
  plot.y.scale = scale_from_zero(highest(state, quantity));
  plot.y.prefixes = true;
  plot.y.unit = "/s";
  plot.lines.push_back(line_of(state, quantity, state.theme().text));
  for (const PlotPoint& each : plot.lines.front().points)
    plot.boxes.push_back({{each.x - 0.5, each.x + 0.5}, {0, each.y}, faded(state.theme().text, 0.2F)});
  const SeenPlot seen = draw_plot(state, plot, ImGui::GetTextLineHeight() + state.units(6));
  const float width = seen.to().x - seen.from().x;
  const ImVec2 below{seen.from().x, seen.to().y + state.units(4)};
  const std::string full = unit + " over compute time";
  const bool fits = ImGui::CalcTextSize(full.c_str()).x <= width;
  ImGui::GetWindowDrawList()->AddText(below, state.theme().dim, fits ? full.c_str() : "over compute time");
  ImGui::SetCursorScreenPos(below);
  ImGui::Dummy({width, ImGui::GetTextLineHeight()});
  graph_help(state, rate_help);
  show_hovered(state, seen);
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

bool any_gpu() {
  return std::ranges::any_of(device::all(), &device::Facts::available);
}

void sides(State& state) {
  const auto& samples = state.frames.samples();
  const FrameSample* last = samples.empty() ? nullptr : &samples.back();
  title(state, "CPU beside GPU", {});
  const Quantity cpu = [](const FrameSample& sample) {
    return sample.timing.rows(Processor::cpu) > 0 ? sample.timing.compute(Processor::cpu) : std::nan("");
  };
  const Quantity gpu = [](const FrameSample& sample) {
    return sample.timing.rows(Processor::gpu) > 0 ? sample.timing.compute(Processor::gpu) : std::nan("");
  };
  const float line = ImGui::GetTextLineHeight();
  const Theme& theme = state.theme();
  Plot plot = frames_plot(state, "##sides");
  plot.y.scale = scale_from_zero(std::max(highest(state, cpu), highest(state, gpu)));
  plot.y.unit = " ms";
  plot.lines = {line_of(state, cpu, theme.cpu), line_of(state, gpu, theme.gpu)};
  const SeenPlot seen = draw_plot(state, plot, 2 * line + state.units(10));
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  float y = seen.to().y + state.units(5);
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
  show_hovered(state, seen);
}

}  // namespace

void time_graphs(State& state, VariantsFeature& variants) {
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
    // without a GPU there is nothing to be beside: the CPU's variants stand there
    graph("sides", 0, [&](State& shown) { any_gpu() ? sides(shown) : variants.graph(shown); });
  }
}

}  // namespace heteroscope
