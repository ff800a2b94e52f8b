#include "app/window/features/variants/variants_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "app/measures/times_chart.hpp"
#include "app/results/row_columns.hpp"
#include "app/text/format.hpp"
#include "app/window/feature/measured_files.hpp"
#include "app/window/feature/measuring_feature.hpp"
#include "app/window/feature/overlay_window.hpp"
#include "app/window/feature/own_words.hpp"
#include "app/window/model/render_command.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/failure.hpp"

namespace heteroscope {
namespace {

constexpr double name_units = 140;  // of the room for a variant's name, before its place

/// The columns' places in ImGui's units from the window's left edge; of right-aligned columns the right end.
struct Columns {
  float place, median, range, faster, ceiling, bar, verdict;
};

Columns column_widths(const Ui& ui) {
  const float left = ImGui::GetCursorPosX();
  const float whole = ImGui::GetContentRegionAvail().x;
  Columns out{};
  out.place = left + ui.units(172);
  out.median = out.place + ui.units(74);
  out.range = out.median + ui.units(104);
  out.faster = out.range + ui.units(76);
  out.ceiling = out.faster + ui.units(150);
  out.bar = out.ceiling + ui.units(14);
  out.verdict = std::max(left + whole - ui.units(116), out.bar + ui.units(60));
  return out;
}

void put_right(float right, const std::string& text) {
  ImGui::SameLine(right - ImGui::CalcTextSize(text.c_str()).x);
  ImGui::TextUnformatted(text.c_str());
}

void titles(const Ui& ui, const Columns& at, const VariantRow& first, bool several_stages, bool steps) {
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
  ImGui::TextUnformatted(several_stages ? first.stage.c_str() : "variant");
  put_right(at.place, "place");
  put_right(at.median, steps ? "ms a step" : "ms");
  put_right(at.range, "95 % interval");
  help(ui,
       "The median lies in this interval with 95 % confidence. Variants whose intervals overlap, or that differ by no "
       "more than this machine's noise, cannot be distinguished and share a place.");
  put_right(at.faster, "speed-up");
  put_right(at.ceiling, "of its ceiling");
  ImGui::SameLine(at.bar);
  ImGui::TextUnformatted("time");
  ImGui::SameLine(at.verdict);
  ImGui::TextUnformatted("values");
  ImGui::PopStyleColor();
}

void verdict(const Ui& ui, const VariantRow& row) {
  const Theme& theme = ui.theme();
  switch (row.verdict) {
    case ValuesVerdict::none:
      ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(theme.dim), "%s",
                         row.verdict_text.empty() ? "" : "not compared");
      break;
    case ValuesVerdict::same_bits:
      ImGui::TextUnformatted(row.reference ? "the reference" : "same bits");
      break;
    case ValuesVerdict::within_tolerance:
      ImGui::TextUnformatted("within tolerance");
      break;
    case ValuesVerdict::wrong:
      ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(theme.error), "wrong");
      break;
  }
  if (!row.verdict_text.empty()) help(ui, row.verdict_text);
}

/// As long as the variant takes, as in the graph of all variants: the slowest's is the longest.
void time_bar(const Window& window, const Columns& at, double share, Processor processor) {
  ImGui::SameLine(at.bar);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float room = at.verdict - at.bar - window.ui.units(14);
  const float width = std::max(room * static_cast<float>(share), window.ui.units(1));
  const float line = ImGui::GetTextLineHeight();
  ImGui::GetWindowDrawList()->AddRectFilled({from.x, from.y + line * 0.15F}, {from.x + width, from.y + line * 0.85F},
                                            window.ui.theme().of(processor), window.ui.units(2));
  ImGui::Dummy({room, line});
}

/// Returns the share of a ceiling: "61 % of a copy".
std::string share_text(const Datum& share) {
  return fmt::format("{} % {}", format_short(100 * share.number(), 3), share.name);
}

/// Draws the variant's name; of a person's own, "yours" beside it and its file in the tooltip.
void variant_name(const Window& window, const VariantRow& row) {
  ImGui::TextUnformatted(row.variant.c_str());
  const Workload& workload = *window.model.workload;
  const auto stage = std::ranges::find(workload.stages, row.stage, &Stage::id);
  const Variant* const variant = stage == workload.stages.end() ? nullptr : stage->find(row.variant);
  if (variant == nullptr) return;
  help(window.ui, words_of(*variant));
  const float room = window.ui.units(name_units) - text_size(row.variant).x;
  if (variant->own == nullptr || room < text_size("  yours  ").x) return;
  ImGui::SameLine(0, window.ui.units(6));
  ImGui::PushStyleColor(ImGuiCol_Text, window.ui.theme().dim);
  ImGui::TextUnformatted("yours");
  ImGui::PopStyleColor();
}

void measured_row(const Window& window, const Columns& at, const VariantRow& row, const std::vector<VariantRow>& rows,
                  const std::string& place) {
  dot(window.ui, window.ui.theme().of(row.processor));
  variant_name(window, row);
  put_right(at.place, place);
  const std::vector<Datum> measures = measures_of(row, rows);
  const auto put = [&](std::string_view id, float right, auto&& text) {
    const Datum* const found = find_datum(measures, id);
    if (found == nullptr) return;
    put_right(right, text(*found));
    help(window.ui, found->about);
  };
  put(column::median_ms, at.median,
      [&](const Datum& each) { return format_short(each.number(), 4) + star(*row.time); });
  put("speed_up", at.faster, [](const Datum& each) { return format_short(each.number(), 3) + "×"; });
  put("ceiling_share", at.ceiling, share_text);
  if (!row.time) return;
  const auto& interval = row.time->interval;
  put_right(at.range, interval ? format_short(interval->low, 3) + " … " + format_short(interval->high, 3) : "–");
  help(window.ui, interval_text(*row.time));
  time_bar(window, at, share_of_longest(row, rows), row.processor);
  ImGui::SameLine(at.verdict);
  verdict(window.ui, row);
}

/// Draws the variants that could not be measured, once for each reason.
void left_out(const Ui& ui, const std::vector<VariantRow>& rows, const std::string& stage) {
  std::map<std::string, std::string> by_reason;
  for (const VariantRow& each : rows) {
    if (each.stage != stage || each.why_not.empty()) continue;
    std::string& names = by_reason[each.why_not];
    names += (names.empty() ? "" : ", ") + each.variant;
  }
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
  for (const auto& [reason, names] : by_reason) ImGui::TextWrapped("%s: %s", names.c_str(), reason.c_str());
  ImGui::PopStyleColor();
}

std::vector<const VariantTime*> times_of(const std::vector<VariantRow>& rows) {
  std::vector<const VariantTime*> out;
  out.reserve(rows.size());
  for (const VariantRow& each : rows) out.push_back(each.time ? &*each.time : nullptr);
  return out;
}

void table(const Window& window, const std::vector<VariantRow>& rows, bool steps) {
  const Columns at = column_widths(window.ui);
  const bool several = !rows.empty() && rows.front().stage != rows.back().stage;
  std::string stage;
  const std::vector<std::string> places = places_of(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const VariantRow& row = rows[i];
    if (row.stage != stage) {
      if (!stage.empty()) left_out(window.ui, rows, stage);
      stage = row.stage;
      ImGui::Spacing();
      titles(window.ui, at, row, several, steps);
    }
    if (row.why_not.empty()) measured_row(window, at, row, rows, places[i]);
  }
  if (!stage.empty()) left_out(window.ui, rows, stage);
  star_line(window.ui, times_of(rows));
}

std::string problem_text(const Settings& problem, const Workload& workload) {
  return fmt::format("{}, {}, {}", workload.label, size_text(problem, workload), id_of(problem.problem.precision));
}

/// Returns the times as bars, a group for each stage.
BarChart chart_of(const Theme& theme, const std::vector<VariantRow>& rows, bool steps) {
  std::vector<TimeBar> bars;
  for (const VariantRow& each : rows) {
    if (!each.time) continue;
    bars.push_back({each.stage,
                    {.name = each.variant,
                     .value = each.time->ms.median,
                     .range = each.time->interval,
                     .text = fmt::format("{} ms", format_short(each.time->ms.median, 4)),
                     .color = theme.of(each.processor)}});
  }
  return times_chart(steps ? "time a step" : "time", bars);
}

}  // namespace

SavedGraph VariantsFeature::saved(const WindowModel& model, const MeasuredVariants& shown) {
  return {.stem = fmt::format("heteroscope-{}-variants", model.workload->id),
          .figure =
              [&] {
                return measured_figure(shown.machine, chart_of(figure_theme(), shown.rows, model.workload->iterates()),
                                       "All variants of " + problem_text(shown.of, *model.workload));
              },
          .csv =
              [&] {
                return measured_csv(shown.machine, bench_command(shown.of, model.catalog), variants_csv(shown.rows));
              }};
}

void VariantsFeature::buttons(Ui& ui, const WindowModel& model, const MeasuredVariants& shown) const {
  if (ImGui::Button("Copy as command")) {
    const Failure failed = attempt([&] {
      ImGui::SetClipboardText(bench_command(shown.of, model.catalog).c_str());
      ui.say("Copied: the command line");
    });
    if (failed) ui.fail(failed.line);
  }
  help(ui, "Copies the command line that measures the same problem, with shares of this machine's ceilings.");
  ImGui::SameLine();
  if (ImGui::Button("Over sizes, threads, blocks")) ui.ask(action::toggle_sweep);
  help(ui, "Times of all variants over the size of the result, over CPU threads and over block shapes.");
  ImGui::SameLine(0, ui.units(14));
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + ImGui::GetStyle().FramePadding.y);
  save_menu(ui, saved(model, shown));
}

void VariantsFeature::draw_measured(const Window& window, OverlaySpace& space) {
  place_in_middle(window.ui, space, "##variants", 980);
  const ImGuiWindowFlags flags = notice_flags & ~(ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoScrollbar);
  const OverlayWindow page(window.ui, space, "##variants", flags);
  if (!page) return;
  const auto shown = task().measured();
  heading(window, problem_text(shown->of, *window.model.workload));
  table(window, shown->rows, window.model.workload->iterates());
  ImGui::Spacing();
  buttons(window.ui, window.model, *shown);
}

void variants_button(Ui& ui) {
  const bool open = ui.is_open(action::toggle_variants);
  if (wide_button(open ? "Close the variants" : "All variants")) ui.ask(action::toggle_variants);
  help(ui,
       open ? "Closes the table. Its times stay as bars below the picture."
            : "Measures every variant on the present problem and compares its values with the reference's, in a few "
              "seconds. The picture does not change meanwhile.",
       action::toggle_variants);
}

std::vector<ActionEntry> VariantsFeature::actions() {
  return {{opened_by(),
           "all variants of this problem beside each other: times, and whether they are right",
           {pressed(GLFW_KEY_T, "T")},
           nullptr,
           bench_runs}};
}

}  // namespace heteroscope
