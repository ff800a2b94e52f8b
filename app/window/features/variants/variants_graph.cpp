// The times of all variants of the present problem as bars.
#include "app/window/features/variants/variants_feature.hpp"

#include <algorithm>

#include "app/plot/bar_chart.hpp"
#include "app/text/format.hpp"
#include "app/window/feature/time_plot.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/model/variant_rows.hpp"
#include "app/window/widgets/plot_view.hpp"

namespace heteroscope {
namespace {

/// Those of the last stage of which some were measured.
std::vector<VariantRow> bars_of(const MeasuredVariants& measured) {
  std::vector<VariantRow> out;
  for (const VariantRow& each : measured.rows) {
    if (!each.time) continue;
    if (!out.empty() && out.back().stage != each.stage) out.clear();
    out.push_back(each);
  }
  return out;
}

const char* why_no_bars(Standing standing) {
  switch (standing) {
    case Standing::running:
      return "They are being measured.";
    case Standing::changed:
      return "The problem has changed since they were measured.";
    default:
      return "How fast is each way to compute this, and are all right?";
  }
}

void bars(const State& state, const std::vector<VariantRow>& rows) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  BarChart chart{.groups = {{}}, .bare = true};
  for (const VariantRow& each : rows) {
    chart.groups.front().bars.push_back({.name = each.variant,
                                         .value = each.time->ms.median,
                                         .text = format_ms(each.time->ms.median),
                                         .color = state.theme().of(each.processor)});
  }
  chart.step = std::min(room.y / static_cast<float>(rows.size()), ImGui::GetTextLineHeight() + state.units(2));
  Drawing drawing;
  lay_out(chart, {from.x, from.y}, room.x, plot_style(state), drawing);
  put(state, *ImGui::GetWindowDrawList(), drawing);
  ImGui::Dummy(room);
}

}  // namespace

void VariantsFeature::graph(State& state) {
  const Standing known = standing(state);
  const bool fit = known == Standing::running || known == Standing::done;
  const std::vector<VariantRow> rows = fit ? bars_of(*task().measured()) : std::vector<VariantRow>();
  title(state, "All variants", {});
  graph_help(state, with_keys(state, "Times of all variants of this problem.", action::toggle_variants));
  if (!rows.empty()) return bars(state, rows);
  ImGui::PushStyleColor(ImGuiCol_Text, state.theme().dim);
  ImGui::TextWrapped("%s", why_no_bars(known));
  ImGui::PopStyleColor();
  // what is open has its own button, and would be closed by this one
  if (known == Standing::running || is_open()) return;
  if (ImGui::Button("Measure all variants")) state.ask(opened_by());
  graph_help(state, with_keys(state, "In some seconds; the picture stands still meanwhile.", action::toggle_variants));
}

}  // namespace heteroscope
