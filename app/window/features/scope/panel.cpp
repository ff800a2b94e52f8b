// The section of the scope: who computes what.
#include "app/window/features/scope/scope.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "app/text/format.hpp"
#include "app/window/features/scope/readout.hpp"
#include "app/window/model/cover_view.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/model/schema/block_shapes.hpp"
#include "core/numbers/difference.hpp"
#include "core/run/frame_evenness.hpp"

namespace heteroscope {
namespace {

constexpr std::size_t most_legend_rows = 14;

void of_row(State& state) {
  if (!state.workload->covers) return;
  CoverState& cover = state.cover;
  row(state, "Of", narrow_label);
  const CoveringVariant* shown = shown_cover(state);
  const std::string name = shown == nullptr ? "as computed" : std::string(shown->variant);
  if (!begin_combo(state, "##cover", name, ImGuiComboFlags_HeightLargest)) {
    help(state, "Whose cover: where a variant's blocks lie needs no GPU to be looked at.");
    return;
  }
  if (choice(state, "the chosen GPU variant", !cover.as_computed && cover.variant.empty(), {},
             "Goes along with the GPU variant in the execution panel; the first of these where that has none.")) {
    cover.as_computed = false;
    cover.variant.clear();
  }
  for (const CoveringVariant& each : state.workload->covers->variants) {
    const std::string id(each.variant);
    const Variant* variant = state.workload->stages.back().find(id);
    if (choice(state, id.c_str(), !cover.as_computed && cover.variant == id, {},
               variant == nullptr ? std::string_view() : variant->summary)) {
      cover.as_computed = false;
      cover.variant = id;
    }
  }
  ImGui::Separator();
  if (choice(state, "the frame, as computed", cover.as_computed, {},
             "Which block or thread computed which cells of the last frame, on all processors: from its trace.")) {
    cover.as_computed = true;
  }
  ImGui::EndCombo();
}

std::string words_of(const State& state, const PassKey& pass) {
  const auto& stages = state.workload->stages;
  std::string name = pass.name;
  if (pass.space != Size{}) name += fmt::format(", {} × {}", pass.space.width, pass.space.height);
  if (stages.size() < 2 || pass.stage < 0 || pass.stage >= static_cast<int>(stages.size())) return name;
  return fmt::format("{}: {}", stages[static_cast<std::size_t>(pass.stage)].id, name);
}

/// Which of the frame's passes.
void pass_row(State& state) {
  CoverState& cover = state.cover;
  if (!shows_as_computed(state) || cover.show == nullptr || cover.show->passes.size() < 2) return;
  const CoverShow& show = *cover.show;
  row(state, "Pass", narrow_label);
  if (!begin_combo(state, "##pass", words_of(state, show.pass), ImGuiComboFlags_HeightLargest)) {
    help(state, "What is computed cell by cell, each once; of passes that are repeated, the last one.");
    return;
  }
  if (choice(state, "the last over the result", cover.pass.name.empty(), {}, "Whichever made what is shown.")) {
    cover.pass = {};
  }
  for (const PassKey& each : show.passes) {
    if (choice(state, words_of(state, each).c_str(), cover.pass == each, {}, {})) cover.pass = each;
  }
  ImGui::EndCombo();
}

void block_row(State& state) {
  const CoveringVariant* shown = shown_cover(state);
  const bool warps = shows_warps(state);
  if (shown == nullptr && !warps) return;
  const bool any_block = warps || shown->any_block;
  row(state, "Block", narrow_label, !any_block);
  BlockShape& block = state.settings.execution.block;
  Settings without = state.settings;
  without.execution.block = {};
  const BlockShape by_itself = warps ? warp_block(without, *state.workload) : shown->default_block;
  const std::string own = "default (" + format_block(by_itself) + ")";
  ImGui::BeginDisabled(!any_block);
  if (ImGui::BeginCombo("##cover_block",
                        !any_block || block == BlockShape{} ? own.c_str() : format_block(block).c_str(),
                        ImGuiComboFlags_HeightLargest)) {
    if (choice(state, own.c_str(), block == BlockShape{}, {}, "The variant's own.")) block = {};
    for (const BlockShape& each : block_shapes<BlockUse::offered>) {
      if (each.y == 1) continue;
      if (choice(state, format_block(each).c_str(), block == each, {}, fmt::format("{} threads", each.threads()))) {
        block = each;
      }
    }
    ImGui::EndCombo();
  }
  ImGui::EndDisabled();
  help(state,
       any_block ? "Threads of a block, columns × rows: the execution panel's." : "This variant has one block shape.");
}

/// Why this color says nothing of the newest result; empty where it does.
std::string why_no_color(const State& state, TraceColor color) {
  const bool there = state.frame != nullptr && state.frame->plan.workload == state.workload;
  return there && color == TraceColor::evenness ? why_even(*state.workload, state.frame->plan.output) : std::string();
}

void color_row(State& state) {
  row(state, "Color", narrow_label);
  const bool gpu = state.settings.execution.processor != Processor::cpu || !shows_as_computed(state);
  const std::array<std::pair<const char*, std::string_view>, 7> words{
      {{"block", "Hue runs down a grid, or along the chunks as they were begun; neighbors differ in lightness."},
       {"launch", "One color a kernel launch, or a level of its recursion."},
       {"lane", "Which of the processors that share the frame computed it: from a traced run."},
       {gpu ? "SM" : "thread", "Where it ran: from a traced run."},
       {"start", "When it began: from a traced run."},
       {"end", "When it ended: from a traced run."},
       {"evenness",
        "How even the lanes of a warp have work: the mean of its 32 over the largest. For cells computed by a thread "
        "each, in "
        "the chosen block; of Mandelbrot by the plain loop's iterations."}}};
  TraceColor& color = state.preferences.cover_color;
  if (!begin_combo(state, "##color", words[static_cast<std::size_t>(color)].first)) {
    help(state, words[static_cast<std::size_t>(color)].second);
    return;
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto each = static_cast<TraceColor>(i);
    if (choice(state, words[i].first, color == each, why_no_color(state, each), words[i].second)) color = each;
  }
  ImGui::EndCombo();
}

/// How much of the picture is seen below.
void share_row(State& state) {
  row(state, "Over it", narrow_label);
  auto percent = static_cast<float>(100 * state.preferences.cover_share);
  if (ImGui::SliderFloat("##share", &percent, 0, 100, "%.0f %%", ImGuiSliderFlags_AlwaysClamp)) {
    state.preferences.cover_share = static_cast<double>(percent) / 100;
  }
  help(state, "How much of these colors lies over the picture: 100 % hides it.");
}

void ramp(const State& state, const CoverPaint& paint) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float high = state.units(10);
  ImDrawList& draw = *ImGui::GetWindowDrawList();
  constexpr int pieces = 48;
  for (int i = 0; i < pieces; ++i) {
    const std::uint32_t color = paint.ramp[paint.ramp.size() * static_cast<std::size_t>(i) / pieces];
    draw.AddRectFilled({at.x + width * static_cast<float>(i) / pieces, at.y},
                       {at.x + width * static_cast<float>(i + 1) / pieces, at.y + high}, color);
  }
  ImGui::Dummy({width, high});
  if (paint.ramp_of_shares) {
    value_row(state, "0 %", "100 %");
  } else {
    value_row(state, "0 µs", format_us(paint.ramp_end));
  }
}

void legend(const State& state, const CoverPaint& paint, bool of_blocks) {
  if (!paint.ramp.empty()) ramp(state, paint);
  for (std::size_t i = 0; i < std::min(paint.legend.size(), most_legend_rows); ++i) {
    const CoverLegend& each = paint.legend[i];
    dot(state, each.color | 0xff000000U);
    std::string label = each.label;
    if (each.launches > 1 && of_blocks) label += fmt::format(" (×{})", format_count(each.launches));
    long_value_row(state, label,
                   format_count(each.blocks) + (of_blocks ? " block" : " piece") + (each.blocks == 1 ? "" : "s"));
  }
  if (paint.legend.size() > most_legend_rows) {
    value_row(state, "", fmt::format("and {} more", paint.legend.size() - most_legend_rows));
  }
}

void figures(const State& state, const CoverFigures& of) {
  value_row(state, "Kernel launches", format_count(of.launches));
  value_row(state, "Blocks launched", format_count(of.blocks));
  value_row(state, "of these useful", format_count(of.useful_blocks));
  value_row(state, "Threads wasted", fmt::format("{:.2f} %", 100 * of.wasted_threads()));
  help(state, "Threads that compute no value, of all that are launched.");
}

/// What the trace itself took.
void tracing_cost(const State& state) {
  const TracingCost* const cost = state.cover.cost.get();
  value_row(state, "Tracing took", cost != nullptr ? difference_text(cost->share) : "–");
  help(state,
       "How much longer frames of these settings take to compute with a trace, in the median: measured by turns as "
       "soon as nothing runs, where a frame takes less than a quarter of a second.");
}

/// By how much a GPU's times may be off beside the CPU's, and so beside the display's.
void clocks_row(const State& state, const CoverTimes& times) {
  if (times.clock_error_ns == 0) return;
  value_row(state, "Clocks agree to", fmt::format("±{}", format_us(static_cast<double>(times.clock_error_ns) / 1e3)));
  help(state, "A GPU's clock is laid beside the CPU's by exchanging times: by so much a lane's row may be off.");
}

/// How the lanes' units were busy.
void uses(const State& state, const Timeline& timeline) {
  for (const UnitUse& each : timeline.use) {
    const bool gpu = each.lane.is_gpu();
    value_row(state, name_of(each.lane).c_str(),
              fmt::format("{} {}", each.units,
                          gpu               ? "SMs"
                          : each.units == 1 ? "thread"
                                            : "threads"));
    value_row(state, "Busy", fmt::format("{:.1f} %", 100 * each.busy));
    help(state, "Share of their time from the first piece's start to the last one's end.");
    value_row(state, "Busiest over mean", fmt::format("{:.2f}", each.imbalance));
    help(state, "How evenly the work was shared out: the busiest one's time over the mean. 1: all the same.");
    if (gpu) {
      value_row(state, "At once on an SM", format_count(each.at_once));
      help(state, "Pieces that a multiprocessor computed at the same time, at most.");
    }
    value_row(state, gpu ? "Waves" : "Chunks a thread", fmt::format("{:.2f}", each.waves));
    if (gpu)
      help(state, "All pieces over those that all multiprocessors compute at once; lines in the timeline begin one.");
    value_row(
        state, "Tail",
        fmt::format("{:.1f} %", timeline.shown.length() > 0 ? 100 * each.tail.length() / timeline.shown.length() : 0));
    help(state, "Share of the time after the first of them had nothing left to do.");
  }
}

/// Of workloads whose accesses are modeled.
void lens_button(State& state) {
  if (!state.workload->accesses) return;
  if (wide_button(state.is_open(action::toggle_lens) ? "Put the lens away" : "Lens on memory"))
    state.ask(action::toggle_lens);
  help(state,
       "Held over a cell: what the warp of the GPU variant that computes it reads and writes, and where in memory that "
       "lies. Worked out from the kernel's addresses, without a GPU too.",
       action::toggle_lens);
}

void wrapped(const std::string& text, ImU32 color) {
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextWrapped("%s", text.c_str());
  ImGui::PopStyleColor();
}

}  // namespace

void Scope::panel(State& state) {
  if (!section(state, "Scope")) return;
  if (wide_button(shows_cover(state) ? "Back to the picture" : "Show who computes what")) {
    state.ask(action::toggle_cover);
  }
  help(state,
       "Each cell in the color of the block, warp or thread that computes it, and beside it the grids of blocks or the "
       "chunks as they were handed out.",
       action::toggle_cover);
  if (!shows_cover(state)) return lens_button(state);
  of_row(state);
  pass_row(state);
  block_row(state);
  color_row(state);
  share_row(state);
  row(state, "Grids", narrow_label, shows_warps(state));
  ImGui::BeginDisabled(shows_warps(state));
  ImGui::Checkbox("beside the result", &state.preferences.cover_grids);
  ImGui::EndDisabled();
  help(state,
       shows_warps(state) ? "Warps lie as their cells do: there is no grid to be seen beside."
       : shows_as_computed(state)
           ? "Blocks as they were launched, chunks of threads in the order in which they were begun. Point at one."
           : "The blocks as they were launched: wasted ones striped, others as high as the share of their threads "
             "that computes. Point at one.");
  // of a replay the row below the picture says it
  const bool of_replay = !shows_as_computed(state) && !is_observed(state.preferences.cover_color);
  if (!state.cover.missing.empty() && !of_replay) wrapped(state.cover.missing, state.theme().notice);
  const auto& show = state.cover.show;
  if (show == nullptr) return;
  if (!show->why_not.empty()) wrapped(show->why_not, state.theme().notice);
  if (show->paint == nullptr) return;
  ImGui::Spacing();
  legend(state, *show->paint, !show->wish.of.as_computed);
  if (show->index == nullptr) return;
  if (!show->paint->legend.empty() || !show->paint->ramp.empty()) ImGui::Spacing();
  if (show->evenness != nullptr) {
    const BlockShape block = show->evenness->of.block;
    value_row(state, "Block", format_block(block));
    value_row(state, "Lanes' time of use", fmt::format("{:.1f} %", 100 * show->evenness->whole));
    help(state,
         "The work of all lanes, over what it would be were each like the slowest of its warp: the share of the "
         "time of multiprocessors that computes something.");
  } else if (show->wish.of.as_computed) {
    // of pieces that are not all there nothing follows
    if (show->times->dropped == 0) uses(state, *show->timeline);
    clocks_row(state, *show->times);
    tracing_cost(state);
  } else {
    figures(state, show->index->figures);
  }
  if (wide_button("Export")) state.ask(action::export_trace);
  help(state, "These colors as PNG; of a traced frame all pieces and times as JSON, which Perfetto opens.",
       action::export_trace);
}

}  // namespace heteroscope
