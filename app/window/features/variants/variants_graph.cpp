// The graph of the times of all variants as bars.
#include "app/window/features/variants/variants_feature.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "app/plot/bar_chart.hpp"
#include "app/text/format.hpp"
#include "app/window/feature/time_plot.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/model/variant_rows.hpp"
#include "app/window/widgets/plot_view.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/plural.hpp"

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

/// `changed`: what has changed since the measurement.
std::string why_no_bars(MeasurementState standing, std::string_view changed) {
  switch (standing) {
    case MeasurementState::running:
      return "The variants are being measured.";
    case MeasurementState::changed:
      return capitalized(changed) + " since the variants were measured.";
    default:
      return "How fast is each variant, and are its values right?";
  }
}

/// Draws a bar for each row, or for the fastest where not all have room.
void bars(const Ui& ui, const std::vector<VariantRow>& rows) {
  const ImVec2 from = ImGui::GetCursorScreenPos();
  ImVec2 room = ImGui::GetContentRegionAvail();
  const float line = ImGui::GetTextLineHeight();
  constexpr float closest = 0.85F;  // of a line's height: letters of two rows do not touch
  const auto fitting = [&](float height) {
    return 1 + static_cast<std::size_t>(std::max(height - line, 0.0F) / (closest * line));
  };
  const bool all = fitting(room.y) >= rows.size();
  if (!all) room.y -= line;
  const std::vector<VariantRow> shown = fastest_variants(rows, fitting(room.y));
  BarChart chart{.groups = {{}}, .bare = true};
  for (const VariantRow& each : shown) {
    chart.groups.front().bars.push_back({.name = each.variant,
                                         .value = each.time->ms.median,
                                         .text = format_ms(each.time->ms.median),
                                         .color = ui.theme().of(each.processor)});
  }
  // the first and the last row's words are a line high, whatever the rows' distance is
  const float apart = shown.size() > 1 ? (room.y - line) / static_cast<float>(shown.size() - 1) : room.y;
  chart.step = std::min(apart, line + ui.units(2));
  Drawing drawing;
  lay_out(chart, {from.x, from.y}, room.x, plot_style(ui), drawing);
  put(ui, *ImGui::GetWindowDrawList(), drawing);
  if (!all) {
    const std::string rest = fmt::format("and {}: see the table (T)", plural(rows.size() - shown.size(), "slower one"));
    ImGui::SetCursorScreenPos({from.x, from.y + room.y});
    ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
    ImGui::TextUnformatted(shortened(rest, room.x).c_str());
    ImGui::PopStyleColor();
    ImGui::SetCursorScreenPos(from);
  }
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
  ImGui::TextWrapped("%s", why_no_bars(known, what_changed(window)).c_str());
  ImGui::PopStyleColor();
  // the open table has its own button, and this one would close it
  if (known == MeasurementState::running || is_open()) return;
  if (ImGui::Button("Measure all variants")) window.ui.ask(opened_by());
  graph_help(window.ui, with_keys(window.ui, "Takes a few seconds; the picture does not change meanwhile.",
                                  action::toggle_variants));
}

}  // namespace heteroscope
