#include "app/window/panels/time_plot.hpp"

#include "app/text/format.hpp"
#include "app/window/panels/sections.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

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
  if (t.copies > 0) line("Copies", format_ms(t.copies), theme.copies);
  if (t.merge > 0) line("Merge", format_ms(t.merge), theme.merge);
  line("Summary", format_ms(t.summary), theme.summary);
  line(("Display (" + std::string(id_of(sample.display)) + ")").c_str(), format_ms(t.display), theme.display);
  line("Whole frame", format_ms(sample.whole_ms()), theme.text);
  line(rate_name(state, sample.unit).c_str(), format_si(sample.operations_per_s()) + "/s", theme.text);
  ImGui::EndTooltip();
  ImGui::PopFont();
}

}  // namespace

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

void right_text(ImVec2 at, const std::string& text, ImU32 color) {
  const float extent = ImGui::CalcTextSize(text.c_str()).x;
  ImGui::GetWindowDrawList()->AddText({at.x - extent, at.y}, color, text.c_str());
}

Plot begin_plot(const State& state, const char* id, double top, const std::string& top_label,
                const std::string& middle_label, float below, const std::string& bottom_label) {
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
  right_text({plot.from.x - state.units(6), plot.to.y - 2 * half}, bottom_label, theme.dim);
  ImGui::SetCursorScreenPos(plot.from);
  ImGui::InvisibleButton(id, {std::max(plot.width(), 1.0F), std::max(plot.height(), 1.0F)});
  plot.hovered = ImGui::IsItemHovered();
  return plot;
}

const FrameSample* hovered_sample(const State& state, const Plot& plot) {
  const auto& samples = state.frames.samples();
  if (!plot.hovered || samples.empty()) return nullptr;
  const float from_right = (plot.to.x - ImGui::GetIO().MousePos.x) / plot.width();
  const auto slots = static_cast<float>(Plot::slots(samples.size()));
  const auto back = static_cast<std::size_t>(std::max(from_right, 0.0F) * slots);
  return back < samples.size() ? &samples[samples.size() - 1 - back] : nullptr;
}

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

void graph_help(const State& state, std::string_view text) {
  ImGui::PushFont(state.fonts.text);
  help(state, text);
  ImGui::PopFont();
}

void show_hovered(const State& state, const Plot& plot) {
  const FrameSample* const sample = hovered_sample(state, plot);
  if (sample == nullptr) return;
  mark_hovered(state, plot, *sample);
  sample_tooltip(state, *sample);
}

}  // namespace heteroscope
