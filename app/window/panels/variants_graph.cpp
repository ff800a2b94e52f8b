#include "app/window/panels/variants_graph.hpp"

#include <algorithm>

#include "app/text/format.hpp"
#include "app/window/measure/variant_rows.hpp"
#include "app/window/panels/time_plot.hpp"

namespace heteroscope {
namespace {

/// Those of the last stage that were measured.
std::vector<VariantRow> bars_of(const MeasuredVariants& measured) {
  std::vector<VariantRow> out;
  for (const VariantRow& each : measured.rows) {
    if (each.ms && each.stage == measured.rows.back().stage) out.push_back(each);
  }
  return out;
}

void bars(const State& state, const std::vector<VariantRow>& rows) {
  const Theme& theme = state.theme();
  double most = 0;
  float names = 0;
  for (const VariantRow& each : rows) {
    most = std::max(most, each.ms->median);
    names = std::max(names, ImGui::CalcTextSize(each.variant.c_str()).x);
  }
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const float step = std::min(room.y / static_cast<float>(std::max<std::size_t>(rows.size(), 1)),
                              ImGui::GetTextLineHeight() + state.units(2));
  const float left = from.x + names + state.units(8);
  const float numbers = ImGui::CalcTextSize("0000 ms").x + state.units(8);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const VariantRow& row = rows[i];
    const float y = from.y + step * static_cast<float>(i);
    const float share = most > 0 ? static_cast<float>(row.ms->median / most) : 0;
    const float end = left + std::max((from.x + room.x - numbers - left) * share, state.units(1));
    draw.AddText({from.x, y}, theme.dim, row.variant.c_str());
    draw.AddRectFilled({left, y + step * 0.2F}, {end, y + step * 0.85F}, theme.of(row.processor), state.units(2));
    draw.AddText({end + state.units(5), y}, theme.text, format_ms(row.ms->median).c_str());
  }
  ImGui::Dummy(room);
}

}  // namespace

void variants_graph(State& state) {
  const std::vector<VariantRow> rows =
      state.variants != nullptr && state.variants_fit ? bars_of(*state.variants) : std::vector<VariantRow>();
  title(state, "All variants", {});
  graph_help(state, "Times of all variants of this problem (key T).");
  if (!rows.empty()) return bars(state, rows);
  ImGui::PushStyleColor(ImGuiCol_Text, state.theme().dim);
  ImGui::TextWrapped("%s", state.variants == nullptr ? "How fast is each way to compute this, and are all right?"
                                                     : "The problem has changed since they were measured.");
  ImGui::PopStyleColor();
  if (ImGui::Button("Measure all variants")) state.ask(Action::toggle_variants);
  graph_help(state, "In some seconds; the picture stands still meanwhile (key T).");
}

}  // namespace heteroscope
