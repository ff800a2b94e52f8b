#include "app/window/layers/histogram_layer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "app/plot/axis.hpp"
#include "app/text/format.hpp"
#include "app/window/picture/pictures.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

/// The plot inside of the panel, and the scale of its counts.
struct Axes {
  ImVec2 from, to;
  double top = 1;
  bool logarithmic = false;

  [[nodiscard]] float width() const { return to.x - from.x; }
  [[nodiscard]] float x(double share) const { return from.x + width() * static_cast<float>(share); }
  [[nodiscard]] float y(double count) const {
    return to.y - (to.y - from.y) * static_cast<float>(bar_share(count, top, logarithmic));
  }
};

void text_at(ImVec2 at, const std::string& text, ImU32 color) {
  ImGui::GetWindowDrawList()->AddText(at, color, text.c_str());
}

void right_text(ImVec2 at, const std::string& text, ImU32 color) {
  text_at({at.x - ImGui::CalcTextSize(text.c_str()).x, at.y}, text, color);
}

/// Lines at round counts: halves of the top, or the powers of ten.
void count_axis(const State& state, const Axes& axes) {
  const Theme& theme = state.theme();
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float half = ImGui::GetTextLineHeight() * 0.5F;
  float last = axes.to.y + 2 * half;
  const auto line = [&](double count) {
    const float y = axes.y(count);
    if (last - y < 2.2F * half && count > 0) return;
    last = y;
    draw.AddLine({axes.from.x, y}, {axes.to.x, y}, faded(theme.line, 0.9F));
    right_text({axes.from.x - state.units(6), std::min(y - half, axes.to.y - 2 * half)}, axis_text(count), theme.dim);
  };
  line(0);
  if (axes.logarithmic) {
    for (std::int64_t count = 1; static_cast<double>(count) <= axes.top; count *= 10) line(static_cast<double>(count));
  } else {
    line(axes.top / 2);
    line(axes.top);
  }
}

/// Ends of bins, as many as there is room for.
void value_axis(const State& state, const Axes& axes, const Bars& bars) {
  const int count = bars.size();
  const float room = state.units(64);
  int step = 1;
  while (step < count && axes.width() * static_cast<float>(step) / static_cast<float>(count) < room) step *= 2;
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  for (int bin = 0; bin <= count; bin += step) {
    const float x = axes.x(static_cast<double>(bin) / count);
    const double value = bars.bins ? lower_end(*bars.bins, bin, count) : bin;
    const std::string text = format_short(value, 5);
    const float extent = ImGui::CalcTextSize(text.c_str()).x;
    draw.AddLine({x, axes.to.y}, {x, axes.to.y + state.units(3)}, state.theme().dim);
    text_at({std::clamp(x - extent * 0.5F, axes.from.x, axes.to.x - extent), axes.to.y + state.units(4)}, text,
            state.theme().dim);
  }
}

void draw_bars(const State& state, const Axes& axes, const Bars& bars, int hovered) {
  const std::vector<double> columns = columns_of(bars.counts, static_cast<int>(axes.width() * state.pixel_ratio));
  const auto count = static_cast<double>(columns.size());
  const int marked = hovered < 0 ? -1
                                 : static_cast<int>(static_cast<std::int64_t>(hovered) * columns.size() /
                                                    static_cast<std::size_t>(bars.size()));
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const float one = axes.width() / static_cast<float>(columns.size());
  const float gap = one >= state.units(4) ? std::max(1.0F, std::round(state.units(1))) : 0;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const float left = axes.x(static_cast<double>(i) / count);
    const float right = std::max(axes.x(static_cast<double>(i + 1) / count) - gap, left + 1 / state.pixel_ratio);
    const bool on = static_cast<int>(i) == marked;
    if (on) draw.AddRectFilled({left, axes.from.y}, {right, axes.to.y}, faded(state.theme().text, 0.18F));
    if (columns[i] <= 0) continue;
    // a count of one among millions is still there to be seen
    const float y = std::min(axes.y(columns[i]), axes.to.y - 1 / state.pixel_ratio);
    draw.AddRectFilled({left, y}, {right, axes.to.y}, on ? state.theme().notice : faded(state.theme().text, 0.8F));
  }
}

/// "mean = threshold of binarize": what the mean is to a workload that begins with it.
std::string mean_label(const State& state) {
  for (const Workload* each : state.catalog) {
    const bool begins = each->stages.size() == 2 && each->stages.front().reduction == Reduction::sums;
    if (begins) return fmt::format("{} = {} of {}", each->stages[0].id, each->stages[1].id, each->id);
  }
  return "mean";
}

void mean_mark(const State& state, const Axes& axes, const Bars& bars) {
  if (!bars.mean) return;
  const float x = std::round(axes.x(*bars.mean));
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  const ImU32 color = state.theme().merge;
  draw.AddRectFilled({x - state.units(0.75), axes.from.y}, {x + state.units(0.75), axes.to.y}, color);
  const std::string text = mean_label(state) + " " + format_short(bars.mean_value, 5);
  const float extent = ImGui::CalcTextSize(text.c_str()).x;
  const float gap = state.units(5);
  const bool fits = x + gap + extent <= axes.to.x;
  const ImVec2 at{fits ? x + gap : x - gap - extent, axes.from.y};
  draw.AddRectFilled({at.x - state.units(2), at.y}, {at.x + extent + state.units(2), at.y + ImGui::GetTextLineHeight()},
                     faded(state.theme().panel, 0.8F));
  text_at(at, text, color);
}

void title(State& state, const Bars& bars, int hovered) {
  const float left = ImGui::GetCursorPosX();
  const float right = left + ImGui::GetContentRegionAvail().x;
  const float buttons = state.units(110);
  ImGui::AlignTextToFramePadding();
  ImGui::PushFont(state.fonts.strong);
  ImGui::TextUnformatted(std::string(state.workload->label).c_str());
  ImGui::PopFont();
  ImGui::SameLine(0, state.units(16));
  std::string text =
      fmt::format("{} values in {} bins", format_count(static_cast<std::int64_t>(bars.total)), bars.size());
  if (hovered >= 0) {
    const double count = bars.counts[static_cast<std::size_t>(hovered)];
    text = fmt::format("{}:  {}  ({:.2f} %)", bin_text(bars, hovered), format_count(static_cast<std::int64_t>(count)),
                       bars.total > 0 ? 100 * count / bars.total : 0.0);
  }
  ImGui::PushStyleColor(ImGuiCol_Text, hovered >= 0 ? state.theme().text : state.theme().dim);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopStyleColor();
  ImGui::SameLine(right - buttons);
  int chosen = state.preferences.log_counts ? 1 : 0;
  const ImU32 on = state.theme().dim;
  if (segmented(state, "scale", chosen,
                {{"linear", on, {}, "Bars in proportion to the counts."},
                 {"log", on, {}, "The logarithm of 1 + count: rare values can be seen beside frequent ones."}})) {
    state.preferences.log_counts = chosen == 1;
  }
}

}  // namespace

void HistogramLayer::chart(State& state, const Bars& bars) {
  if (hovered_ >= bars.size()) hovered_ = -1;
  title(state, bars, hovered_);
  ImGui::PushFont(state.fonts.small);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  Axes axes;
  axes.from = {at.x + state.units(46), at.y + state.units(4)};
  axes.to = {at.x + room.x, at.y + room.y - ImGui::GetTextLineHeight() - state.units(6)};
  axes.logarithmic = state.preferences.log_counts;
  axes.top = nice_above(bars.highest);
  count_axis(state, axes);
  draw_bars(state, axes, bars, hovered_);
  value_axis(state, axes, bars);
  mean_mark(state, axes, bars);
  ImGui::SetCursorScreenPos(axes.from);
  ImGui::InvisibleButton("##bars", {std::max(axes.width(), 1.0F), std::max(axes.to.y - axes.from.y, 1.0F)});
  const double share = (ImGui::GetIO().MousePos.x - axes.from.x) / std::max(axes.width(), 1.0F);
  hovered_ = ImGui::IsItemHovered() ? std::clamp(static_cast<int>(share * bars.size()), 0, bars.size() - 1) : -1;
  ImGui::PopFont();
}

void HistogramLayer::draw(State& state, LayerSpace& space) {
  const Rect& rect = space.picture;
  const auto& frame = state.frame;
  if (frame == nullptr || frame->plan.workload != state.workload || !state.workload->gives_numbers()) return;
  const float gap = state.units(10);
  const float whole = rect.to.y - rect.from.y;
  const float height = std::min(std::clamp(whole * 0.36F, state.units(130), state.units(280)), whole - 2 * gap);
  const float width = rect.to.x - rect.from.x - 2 * gap;
  if (height < state.units(80) || width < state.units(160)) return;
  ImGui::SetNextWindowPos({rect.from.x + gap, rect.to.y - gap - height});
  ImGui::SetNextWindowSize({width, height});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, state.units(6));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {state.units(12), state.units(8)});
  ImGui::SetNextWindowBgAlpha(0.9F);
  const ImGuiWindowFlags fixed = (notice_flags & ~ImGuiWindowFlags_AlwaysAutoResize) |
                                 ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoBringToFrontOnFocus;
  if (ImGui::Begin("##histogram", nullptr, fixed)) {
    note_covered(space.covered);
    chart(state, bars_of(*frame));
  }
  ImGui::End();
  ImGui::PopStyleVar(2);
  space.free = {rect.from, {rect.to.x, rect.to.y - height - gap}};
}

}  // namespace heteroscope
