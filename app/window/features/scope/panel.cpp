// The section *Scope*.
#include "app/window/features/scope/scope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "app/text/format.hpp"
#include "app/window/feature/measured_files.hpp"
#include "app/window/feature/setting_rows.hpp"
#include "app/window/features/scope/legend.hpp"
#include "app/window/features/scope/readout.hpp"
#include "app/window/features/scope/scope_figures.hpp"
#include "app/window/model/scope_view.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/model/schema/block_shapes.hpp"
#include "core/model/schema/schema.hpp"
#include "core/numbers/difference.hpp"
#include "core/run/frame_evenness.hpp"

namespace heteroscope {
namespace {

void of_row(const Ui& ui, WindowModel& model) {
  if (!model.workload->block_mappings) return;
  ScopeState& scope = model.scope;
  row(ui, "Shown", narrow_label);
  const MappedVariant* shown = shown_mapping(model);
  const std::string name = shown == nullptr ? "as computed" : std::string(shown->variant);
  if (!begin_combo(ui, "##mapping", name, ImGuiComboFlags_HeightLargest)) {
    help(ui, "The variant whose blocks are shown. Where they lie is worked out without a GPU.");
    return;
  }
  if (choice(ui, "the chosen GPU variant", !scope.as_computed && scope.variant.empty(), {},
             "Follows the GPU variant chosen under Execution; where its blocks are not modeled, the first of these is "
             "shown.")) {
    scope.as_computed = false;
    scope.variant.clear();
  }
  for (const MappedVariant& each : model.workload->block_mappings->variants) {
    const std::string id(each.variant);
    const Variant* variant = model.workload->stages.back().find(id);
    if (choice(ui, id.c_str(), !scope.as_computed && scope.variant == id, {},
               variant == nullptr ? std::string_view() : variant->summary)) {
      scope.as_computed = false;
      scope.variant = id;
    }
  }
  ImGui::Separator();
  if (choice(ui, "the frame, as computed", scope.as_computed, {},
             "Which block or thread computed which cells of the last frame, on all processors: from its trace.")) {
    scope.as_computed = true;
  }
  ImGui::EndCombo();
}

std::string pass_words(const WindowModel& model, const PassKey& pass) {
  const auto& stages = model.workload->stages;
  std::string name = pass.name;
  if (pass.space != Size{}) name += fmt::format(", {} × {}", pass.space.width, pass.space.height);
  if (stages.size() < 2 || pass.stage < 0 || pass.stage >= static_cast<int>(stages.size())) return name;
  return fmt::format("{}: {}", stages[static_cast<std::size_t>(pass.stage)].id, name);
}

/// Draws the row that chooses one of the frame's passes. It is there before they are known, so that the rows below keep
/// their places.
void pass_row(const Ui& ui, WindowModel& model) {
  ScopeState& scope = model.scope;
  if (!shows_as_computed(model)) return;
  const bool several = scope.show != nullptr && scope.show->passes.size() > 1;
  row(ui, "Pass", narrow_label, !several);
  if (!several) {
    ImGui::BeginDisabled();
    if (begin_combo(ui, "##pass", "–")) ImGui::EndCombo();
    ImGui::EndDisabled();
    return help(ui, "A dash: the frame has a single pass, or it has not been traced yet.");
  }
  const ScopeShow& show = *scope.show;
  if (!begin_combo(ui, "##pass", pass_words(model, show.pass), ImGuiComboFlags_HeightLargest)) {
    help(ui, "A pass computes each cell of an array once. Of passes that are repeated, the last one is shown.");
    return;
  }
  if (choice(ui, "the result's last pass", scope.pass.name.empty(), {},
             "The pass that computed what the picture shows.")) {
    scope.pass = {};
  }
  for (const PassKey& each : show.passes) {
    if (choice(ui, pass_words(model, each).c_str(), scope.pass == each, {}, {})) scope.pass = each;
  }
  ImGui::EndCombo();
}

/// Draws the row of the execution panel for blocks with two sides; a mapping can be shown without a device.
void block_row(const Ui& ui, WindowModel& model) {
  const MappedVariant* shown = shown_mapping(model);
  const bool warps = shows_warps(ui, model);
  if (shown == nullptr && !warps) return;
  Settings without = model.settings();
  without.execution.block = {};
  const BlockShape by_itself = warps ? warp_block(without, *model.workload) : shown->default_block;
  const Setting* const block = &find_setting("block");
  SettingRow setting = rows_of(model, {&block, 1}).front();
  std::erase_if(setting.choices, [](const RowChoice& each) { return each.text.ends_with(" × 1"); });
  setting.choices.front().text = "default (" + format_block(by_itself) + ")";
  setting.control = Control::list;
  setting.idle = warps || shown->any_block ? "" : "This variant has one block shape.";
  for (RowChoice& each : setting.choices) each.chosen &= setting.idle.empty() || &each == &setting.choices.front();
  if (!setting.idle.empty()) setting.shown = setting.choices.front().text;
  setting.refusal = [](const Settings&) { return std::string(); };
  setting_row(ui, model, setting, {.label = narrow_label});
}

/// Returns why this color is not possible for the newest result; empty: it is.
std::string why_no_color(const WindowModel& model, const FrameView& view, TraceColor color) {
  const bool there = view.frame != nullptr && view.frame->plan.workload == model.workload;
  return there && color == TraceColor::evenness ? why_even(*model.workload, view.frame->plan.output) : std::string();
}

void color_row(const Window& window) {
  row(window.ui, "Color", narrow_label);
  const bool gpu = window.model.settings().execution.processor != Processor::cpu || !shows_as_computed(window.model);
  const std::array<std::pair<const char*, std::string_view>, 7> words{
      {{"block",
        "A color for each block or chunk: the hue runs down a grid, or along the chunks by their start; neighbors "
        "differ in lightness."},
       {"launch", "A color for each kernel launch, or for each level of its recursion."},
       {"processor", "Which of the processors that share the frame computed each cell, from a traced run."},
       {gpu ? "SM" : "thread", gpu ? "Which multiprocessor (SM) computed each cell, from a traced run."
                                   : "Which thread computed each cell, from a traced run."},
       {"start", "When the computation of each cell began, from a traced run."},
       {"end", "When the computation of each cell ended, from a traced run."},
       {"evenness",
        "How evenly the 32 lanes of a warp have work: the mean of their work divided by the largest, if each cell has "
        "its own thread, in the chosen block shape. For Mandelbrot the work is the plain loop's iterations."}}};
  const TraceColor color = scope_color(window.ui, window.model);
  if (!begin_combo(window.ui, "##color", words[static_cast<std::size_t>(color)].first)) {
    help(window.ui, words[static_cast<std::size_t>(color)].second);
    return;
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto each = static_cast<TraceColor>(i);
    if (choice(window.ui, words[i].first, color == each, why_no_color(window.model, window.view, each),
               words[i].second))
      window.ui.preferences.scope_color = each;
  }
  ImGui::EndCombo();
}

/// Draws the row of the colors' opacity.
void share_row(Ui& ui) {
  row(ui, "Opacity", narrow_label);
  auto percent = static_cast<float>(100 * ui.preferences.scope_share);
  if (ImGui::SliderFloat("##share", &percent, 0, 100, "%.0f %%", ImGuiSliderFlags_AlwaysClamp)) {
    ui.preferences.scope_share = static_cast<double>(percent) / 100;
  }
  help(ui, "The opacity of these colors over the picture: 100 % hides it.");
}

void mapping_figures(const Ui& ui, const MappingFigures& of) {
  value_row(ui, "Kernel launches", format_count(of.launches));
  value_row(ui, "Blocks launched", format_count(of.blocks));
  value_row(ui, "of these useful", format_count(of.useful_blocks));
  value_row(ui, "Threads wasted", fmt::format("{:.2f} %", 100 * of.wasted_threads()));
  help(ui, "The share of the launched threads that compute no value.");
}

/// Draws the row with the cost of tracing.
void tracing_cost(const Ui& ui, const WindowModel& model) {
  const TracingCost* const cost = model.scope.cost.get();
  value_row(ui, "Tracing cost", cost != nullptr ? difference_text(cost->share) : "–");
  const bool is_lost = cost != nullptr && !cost->share;
  help(ui,
       fmt::format("How much longer a frame takes to compute when it is traced, in the median. Frames with and without "
                   "a trace are measured in turn as soon as nothing else runs, if a frame takes less than 0.25 s.{}",
                   is_lost ? " Here the difference is smaller than that between frames of one kind." : ""));
}

/// Draws the row with the uncertainty of a GPU's clock against the CPU's, and so against the display's times.
void clocks_row(const Ui& ui, const MappingTimes& times) {
  if (times.clock_error_ns == 0) return;
  value_row(ui, "Clock accuracy", fmt::format("±{}", format_us(static_cast<double>(times.clock_error_ns) / 1e3)));
  help(ui, "The GPU's clock is aligned with the CPU's by exchanging times; a processor's row may be off by this much.");
}

/// Draws how busy the participants' threads and multiprocessors were.
void uses(const Ui& ui, const Timeline& timeline) {
  for (const UnitUse& each : timeline.use) {
    const bool gpu = each.participant.is_gpu();
    value_row(ui, name_of(each.participant).c_str(),
              fmt::format("{} {}", each.units,
                          gpu               ? "SMs"
                          : each.units == 1 ? "thread"
                                            : "threads"));
    value_row(ui, "Busy", fmt::format("{:.1f} %", 100 * each.busy));
    help(ui, "The share of the time from the first start to the last end in which they computed.");
    value_row(ui, "Busiest over mean", fmt::format("{:.2f}", each.imbalance));
    help(ui, "The load imbalance: the busy time of the busiest one divided by the mean. 1: all are equally busy.");
    if (gpu) {
      value_row(ui, "At once on an SM", format_count(each.at_once));
      help(ui, "The most blocks (or warps) that one multiprocessor computed at the same time.");
    }
    value_row(ui, gpu ? "Waves" : "Chunks per thread", fmt::format("{:.2f}", each.waves));
    if (gpu) {
      help(ui,
           "The number of blocks divided by how many all multiprocessors hold at once. A line in the timeline marks "
           "where each wave begins.");
    }
    value_row(
        ui, "Tail",
        fmt::format("{:.1f} %", timeline.shown.length() > 0 ? 100 * each.tail.length() / timeline.shown.length() : 0));
    help(ui, "The share of the time after the first of them had nothing left to do.");
  }
}

void wrapped_text(const std::string& text, ImU32 color) {
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopStyleColor();
}

}  // namespace

void Scope::computed_figures(const Ui& ui, const WindowModel& model) {
  const ScopeShow& show = *model.scope.show;
  // with missing spans these figures would be wrong
  if (show.times->dropped == 0) uses(ui, *show.timeline);
  clocks_row(ui, *show.times);
  tracing_cost(ui, model);
}

void Scope::panel(const Window& window) {
  if (!section(window.ui, "Scope")) return;
  if (wide_button(shows_scope(window.model) ? "Back to the picture" : "Show who computes what")) {
    window.ui.ask(action::toggle_scope);
  }
  help(window.ui,
       "Shows each cell in the color of the block, warp or thread that computes it, and beside the result the grids of "
       "blocks, or the chunks in the order of their start.",
       action::toggle_scope);
  if (!shows_scope(window.model)) return;
  of_row(window.ui, window.model);
  pass_row(window.ui, window.model);
  block_row(window.ui, window.model);
  color_row(window);
  share_row(window.ui);
  row(window.ui, "Grids", narrow_label, shows_warps(window.ui, window.model));
  ImGui::BeginDisabled(shows_warps(window.ui, window.model));
  ImGui::Checkbox("beside the result", &window.ui.preferences.scope_grids);
  ImGui::EndDisabled();
  help(window.ui, shows_warps(window.ui, window.model)
                      ? "Warps lie where their cells are, so there is no grid to show beside them."
                  : shows_as_computed(window.model)
                      ? "Shows blocks as they were launched, and the threads' chunks in the order of their start. "
                        "Point at one to see its cells."
                      : "Shows the blocks as they were launched: wasted ones are striped, others as high as the share "
                        "of their threads that compute. Point at one to see its cells.");
  // for a replay the row below the picture says it
  const bool of_replay = !shows_as_computed(window.model) && !is_observed(scope_color(window.ui, window.model));
  if (!window.model.scope.missing.empty() && !of_replay)
    wrapped_text(window.model.scope.missing, window.ui.theme().notice);
  const auto& show = window.model.scope.show;
  if (show == nullptr) return;
  if (!show->why_not.empty()) wrapped_text(show->why_not, window.ui.theme().notice);
  if (show->paint == nullptr) return;
  ImGui::Spacing();
  scope_legend(window.ui, *show->paint, !show->request.of.as_computed);
  if (show->index == nullptr) return;
  if (!show->paint->legend.empty() || !show->paint->ramp.empty()) ImGui::Spacing();
  if (show->evenness != nullptr) {
    const BlockShape block = show->evenness->of.block;
    value_row(window.ui, "Block", format_block(block));
    value_row(window.ui, "Lanes' time used", fmt::format("{:.1f} %", 100 * show->evenness->whole));
    help(window.ui,
         "The work of all lanes, divided by what it would be if each lane took as long as the slowest of its warp: the "
         "share of the multiprocessors' time in which something is computed.");
  } else if (show->request.of.as_computed) {
    computed_figures(window.ui, window.model);
  } else {
    mapping_figures(window.ui, show->index->figures);
  }
  save_menu(
      window.ui,
      {.stem = fmt::format("heteroscope-{}-scope", window.model.workload->id),
       .figure = [&] { return scope_figure(window.model); },
       .csv = [&] { return spans_csv_of(window.model); }},
      {{"JSON",
        "All spans of a traced frame with their times, which Perfetto opens, and a PNG with one pixel for each cell.",
        [&] { window.ui.ask(action::export_trace); }}});
  tracing_cost_row(window.ui);  // below what is clicked
}

}  // namespace heteroscope
