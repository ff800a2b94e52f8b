// The graph of the times of all variants as bars.
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

/// Returns the rows of the last stage with measured variants.
std::vector<VariantRow> variant_bars(const MeasuredVariants& measured) {
  std::vector<VariantRow> out;
  for (const VariantRow& each : measured.rows) {
    if (!each.time) continue;
    if (!out.empty() && out.back().stage != each.stage) out.clear();
    out.push_back(each);
  }
  return out;
}

const char* why_no_bars(MeasurementState standing) {
  switch (standing) {
    case MeasurementState::running:
      return "The variants are being measured.";
    case MeasurementState::changed:
      return "The problem has changed since the variants were measured.";
    default:
      return "How fast is each variant, and are its values right?";
  }
}

void bars(const Ui& ui, const std::vector<VariantRow>& rows) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const ImVec2 room = ImGui::GetContentRegionAvail();
  BarChart chart{.groups = {{}}, .bare = true};
  for (const VariantRow& each : rows) {
    chart.groups.front().bars.push_back({.name = each.variant,
                                         .value = each.time->ms.median,
                                         .text = format_ms(each.time->ms.median),
                                         .color = ui.theme().of(each.processor)});
  }
  chart.step = std::min(room.y / static_cast<float>(rows.size()), ImGui::GetTextLineHeight() + ui.units(2));
  Drawing drawing;
  lay_out(chart, {from.x, from.y}, room.x, plot_style(ui), drawing);
  put(ui, *ImGui::GetWindowDrawList(), drawing);
  ImGui::Dummy(room);
}

}  // namespace

void VariantsFeature::graph(const Window& window) {
  const MeasurementState known = measurement_state(window);
  const bool fit = known == MeasurementState::running || known == MeasurementState::done;
  const auto measured = task().measured();
  const std::vector<VariantRow> rows = fit ? variant_bars(*measured) : std::vector<VariantRow>();
  title(window.ui, "All variants", {});
  graph_help(window.ui, with_keys(window.ui, "Times of all variants of this problem.", action::toggle_variants));
  if (!rows.empty()) {
    save_menu_behind(window.ui, saved(window.model, *measured));
    return bars(window.ui, rows);
  }
  ImGui::PushStyleColor(ImGuiCol_Text, window.ui.theme().dim);
  ImGui::TextWrapped("%s", why_no_bars(known));
  ImGui::PopStyleColor();
  // the open table has its own button, and this one would close it
  if (known == MeasurementState::running || is_open()) return;
  if (ImGui::Button("Measure all variants")) window.ui.ask(opened_by());
  graph_help(window.ui, with_keys(window.ui, "Takes a few seconds; the picture does not change meanwhile.",
                                  action::toggle_variants));
}

}  // namespace heteroscope
