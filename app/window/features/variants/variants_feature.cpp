#include "app/window/features/variants/variants_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "app/measures/times_chart.hpp"
#include "app/results/row_columns.hpp"
#include "app/text/format.hpp"
#include "app/window/feature/measured_files.hpp"
#include "app/window/feature/overlay_window.hpp"
#include "app/window/feature/star_line.hpp"
#include "app/window/model/render_command.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/base/failure.hpp"

namespace heteroscope {
namespace {

/// Where the columns stand, in ImGui's units from the window's left edge: ends of those that stand at the right.
struct Columns {
  float place, median, range, faster, ceiling, bar, verdict;
};

Columns columns_of(const State& state) {
  const float left = ImGui::GetCursorPosX();
  const float whole = ImGui::GetContentRegionAvail().x;
  Columns out{};
  out.place = left + state.units(172);
  out.median = out.place + state.units(58);
  out.range = out.median + state.units(120);
  out.faster = out.range + state.units(76);
  out.ceiling = out.faster + state.units(150);
  out.bar = out.ceiling + state.units(14);
  out.verdict = std::max(left + whole - state.units(116), out.bar + state.units(60));
  return out;
}

void put_right(float right, const std::string& text) {
  ImGui::SameLine(right - ImGui::CalcTextSize(text.c_str()).x);
  ImGui::TextUnformatted(text.c_str());
}

void titles(const State& state, const Columns& at, const VariantRow& first, bool several_stages, bool steps) {
  ImGui::PushStyleColor(ImGuiCol_Text, state.theme().dim);
  ImGui::TextUnformatted(several_stages ? first.stage.c_str() : "variant");
  put_right(at.place, "place");
  put_right(at.median, steps ? "ms a step" : "ms");
  put_right(at.range, "95 % interval");
  help(state,
       "The median lies within it with 95 %. Whose intervals meet cannot be told apart, nor what differs by no "
       "more than the machine's own noise: they share a place.");
  put_right(at.faster, "faster by");
  put_right(at.ceiling, "of its ceiling");
  ImGui::SameLine(at.bar);
  ImGui::TextUnformatted("speed");
  ImGui::SameLine(at.verdict);
  ImGui::TextUnformatted("values");
  ImGui::PopStyleColor();
}

void verdict(const State& state, const VariantRow& row) {
  const Theme& theme = state.theme();
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
  if (!row.verdict_text.empty()) help(state, row.verdict_text);
}

/// As long as the variant is fast, the fastest's the longest.
void bar(const State& state, const Columns& at, double share, Processor processor) {
  ImGui::SameLine(at.bar);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float room = at.verdict - at.bar - state.units(14);
  const float width = std::max(room * static_cast<float>(share), state.units(1));
  const float line = ImGui::GetTextLineHeight();
  ImGui::GetWindowDrawList()->AddRectFilled({from.x, from.y + line * 0.15F}, {from.x + width, from.y + line * 0.85F},
                                            state.theme().of(processor), state.units(2));
  ImGui::Dummy({room, line});
}

/// "61 % of a copy".
std::string share_text(const Datum& share) {
  return fmt::format("{} % {}", format_short(100 * share.number(), 3), share.name);
}

void measured_row(const State& state, const Columns& at, const VariantRow& row, const std::vector<VariantRow>& rows,
                  const std::string& place, double least_ms) {
  dot(state, state.theme().of(row.processor));
  ImGui::TextUnformatted(row.variant.c_str());
  put_right(at.place, place);
  const std::vector<Datum> measures = measures_of(row, rows);
  const auto put = [&](std::string_view id, float right, auto&& text) {
    const Datum* const found = find_datum(measures, id);
    if (found == nullptr) return;
    put_right(right, text(*found));
    help(state, found->about);
  };
  put(column::median_ms, at.median,
      [&](const Datum& each) { return format_short(each.number(), 4) + star(*row.time); });
  put("speed_up", at.faster, [](const Datum& each) { return format_short(each.number(), 3) + "×"; });
  put("ceiling_share", at.ceiling, share_text);
  if (!row.time) return;
  const auto& interval = row.time->interval;
  put_right(at.range, interval ? format_short(interval->low, 3) + " … " + format_short(interval->high, 3) : "–");
  help(state, interval_text(*row.time));
  bar(state, at, row.time->ms.median > 0 ? least_ms / row.time->ms.median : 1, row.processor);
  ImGui::SameLine(at.verdict);
  verdict(state, row);
}

/// What could not be measured, once for each reason.
void left_out(const State& state, const std::vector<VariantRow>& rows, const std::string& stage) {
  std::map<std::string, std::string> by_reason;
  for (const VariantRow& each : rows) {
    if (each.stage != stage || each.why_not.empty()) continue;
    std::string& names = by_reason[each.why_not];
    names += (names.empty() ? "" : ", ") + each.variant;
  }
  ImGui::PushStyleColor(ImGuiCol_Text, state.theme().dim);
  for (const auto& [reason, names] : by_reason) ImGui::TextWrapped("%s: %s", names.c_str(), reason.c_str());
  ImGui::PopStyleColor();
}

std::vector<const VariantTime*> times_of(const std::vector<VariantRow>& rows) {
  std::vector<const VariantTime*> out;
  out.reserve(rows.size());
  for (const VariantRow& each : rows) out.push_back(each.time ? &*each.time : nullptr);
  return out;
}

void table(const State& state, const std::vector<VariantRow>& rows, bool steps) {
  const Columns at = columns_of(state);
  const bool several = !rows.empty() && rows.front().stage != rows.back().stage;
  std::string stage;
  double least_ms = 0;
  const std::vector<std::string> places = places_of(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const VariantRow& row = rows[i];
    if (row.stage != stage) {
      if (!stage.empty()) left_out(state, rows, stage);
      stage = row.stage;
      least_ms = 0;
      for (const VariantRow& each : rows) {
        if (each.stage != stage || !each.time) continue;
        least_ms = least_ms > 0 ? std::min(least_ms, each.time->ms.median) : each.time->ms.median;
      }
      ImGui::Spacing();
      titles(state, at, row, several, steps);
    }
    if (row.why_not.empty()) measured_row(state, at, row, rows, places[i], least_ms);
  }
  if (!stage.empty()) left_out(state, rows, stage);
  star_line(state, times_of(rows));
}

std::string problem_text(const Settings& problem, const Workload& workload) {
  return fmt::format("{}, {}, {}", workload.label, size_text(problem, workload), id_of(problem.problem.precision));
}

/// Times as bars, a group a stage.
BarChart chart_of(const State& state, const std::vector<VariantRow>& rows, bool steps) {
  std::vector<TimeBar> bars;
  for (const VariantRow& each : rows) {
    if (!each.time) continue;
    bars.push_back({each.stage,
                    {.name = each.variant,
                     .value = each.time->ms.median,
                     .range = each.time->interval,
                     .text = fmt::format("{} ms", format_short(each.time->ms.median, 4)),
                     .color = state.theme().of(each.processor)}});
  }
  return times_chart(steps ? "time a step" : "time", bars);
}

}  // namespace

void VariantsFeature::buttons(State& state, const MeasuredVariants& shown) const {
  const auto command = [&] { return bench_command(shown.of, state.catalog); };
  save_buttons(
      state, "heteroscope-" + std::string(state.workload->id) + "-variants",
      [&] { return measured_csv(shown.machine, command(), variants_csv(shown.rows)); },
      [&] {
        return measured_svg(shown.machine, chart_of(state, shown.rows, state.workload->iterates()),
                            "All variants of " + problem_text(shown.of, *state.workload));
      });
  ImGui::SameLine();
  if (ImGui::Button("Copy as command")) {
    const Failure failed = attempt([&] {
      ImGui::SetClipboardText(command().c_str());
      state.toasts.say("Copied: the command line", state.now_s);
    });
    if (failed) state.toasts.fail(failed.line, state.now_s);
  }
  help(state, "The command line that measures the same problem, with shares of this machine's ceilings.");
  ImGui::SameLine();
  if (ImGui::Button("Over sizes, threads, blocks")) state.ask(action::toggle_sweep);
  help(state, "Times of all variants over the size of the result, over CPU threads and over block shapes.");
}

void VariantsFeature::draw_measured(State& state, OverlaySpace& space) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float width = std::min(display.x - state.units(40), state.units(980));
  ImGui::SetNextWindowPos({display.x * 0.5F, display.y * 0.5F}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSizeConstraints({width, 0}, {width, display.y - state.units(40)});
  const ImGuiWindowFlags flags = notice_flags & ~(ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoScrollbar);
  const OverlayWindow window(state, space, "##variants", flags);
  if (!window) return;
  const auto shown = task().measured();
  heading(state, problem_text(shown->of, *state.workload));
  table(state, shown->rows, state.workload->iterates());
  ImGui::Spacing();
  buttons(state, *shown);
}

void variants_button(State& state) {
  if (wide_button(state.is_open(action::toggle_variants) ? "Close the variants" : "All variants"))
    state.ask(action::toggle_variants);
  help(state,
       "Measures every variant on the present problem and compares its values with the reference's, in some seconds. "
       "The picture stands still meanwhile.",
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
