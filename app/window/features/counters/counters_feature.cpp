#include "app/window/features/counters/counters_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>

#include "app/plot/plot.hpp"
#include "app/window/feature/measured_files.hpp"
#include "app/window/feature/overlay_window.hpp"
#include "app/window/feature/saved_plot.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/render_command.hpp"
#include "app/window/widgets/plot_view.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/model/settings/processors.hpp"
#include "core/types/warp.hpp"

namespace heteroscope {
namespace {

constexpr ImGuiTableFlags table_flags =
    ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoSavedSettings | ImGuiTableFlags_PadOuterX;

void right_text(const std::string& text) {
  const float room = ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize(text.c_str()).x;
  if (room > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + room);
  ImGui::TextUnformatted(text.c_str());
}

struct KernelColumn {
  const char* title;
  const char* about;
  std::string KernelLine::*text;
};
constexpr KernelColumn kernel_columns[] = {
    {"launches", "Launches of the kernel in one frame, with this grid and block.", &KernelLine::launches},
    {"grid", "Blocks of a launch.", &KernelLine::grid},
    {"block", "Threads of a block.", &KernelLine::block},
    {"registers", "Registers of each thread.", &KernelLine::registers},
    {"local", "Local memory of each thread, in bytes: spilled registers and arrays.", &KernelLine::local_bytes},
    {"shared", "Shared memory of each block, in bytes.", &KernelLine::shared_bytes},
    {"at once", "Blocks that a multiprocessor can hold at the same time.", &KernelLine::blocks_at_once},
    {"occupancy", "Threads of these blocks, as a share of all threads that a multiprocessor can hold.",
     &KernelLine::occupancy},
    {"limited by", "The resource that keeps a multiprocessor from holding more blocks.", &KernelLine::limit}};

/// Draws the table of kernels. Returns the kernel that was clicked.
std::optional<std::size_t> kernels_of_problem(const Ui& ui, const CountedProblem& shown, std::size_t chosen) {
  std::optional<std::size_t> clicked;
  if (!ImGui::BeginTable("kernels", 1 + static_cast<int>(std::size(kernel_columns)), table_flags)) return clicked;
  ImGui::TableSetupColumn("kernel", ImGuiTableColumnFlags_WidthStretch);
  for (const KernelColumn& each : kernel_columns) ImGui::TableSetupColumn(each.title);
  ImGui::TableNextRow();
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
  ImGui::TableNextColumn();
  ImGui::TextUnformatted("kernel");
  for (const KernelColumn& each : kernel_columns) {
    ImGui::TableNextColumn();
    right_text(each.title);
    help(ui, each.about);
  }
  ImGui::PopStyleColor();
  for (std::size_t i = 0; i < shown.kernels.size(); ++i) {
    const KernelLine line = line_of(shown.kernels[i], shown.limits);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushID(static_cast<int>(i));
    if (ImGui::Selectable(line.kernel.c_str(), i == chosen, ImGuiSelectableFlags_SpanAllColumns)) clicked = i;
    ImGui::PopID();
    for (const KernelColumn& each : kernel_columns) {
      ImGui::TableNextColumn();
      right_text(line.*each.text);
    }
  }
  ImGui::EndTable();
  return clicked;
}

Plot occupancy_base(const Theme& theme, const char* id, std::string label, PlotLine line, double now,
                    const std::string& words) {
  Plot out{.id = id};
  out.x = {.label = std::move(label), .exact = true};
  out.y = {.label = "% of a multiprocessor's threads", .scale = round_scale(0, 100, false)};
  out.legend = Legend::none;
  out.lines.push_back(std::move(line));
  out.guides.push_back({.at = now, .upward = true, .color = theme.of(Processor::gpu), .label = words, .inside = true});
  return out;
}

/// The kernel's occupancy over shared memory per block, with its registers and threads as they are.
Plot shared_memory_plot(const Theme& theme, const NotedKernel& kernel, const device::MultiprocessorLimits& limits) {
  constexpr double kilo = 1024;
  constexpr int points = 256;
  device::KernelNeeds needs = kernel.kernel.needs;
  const std::size_t now = needs.static_shared + kernel.launch.dynamic_shared;
  needs.static_shared = 0;
  PlotLine line{.label = "occupancy", .color = line_color(theme, 0), .points = {}};
  const std::size_t most =
      limits.shared_bytes > limits.reserved_shared ? limits.shared_bytes - limits.reserved_shared : 0;
  for (int i = 0; i <= points; ++i) {
    const std::size_t bytes = most * static_cast<std::size_t>(i) / points;
    line.points.push_back({static_cast<double>(bytes) / kilo,
                           100 * device::occupancy(needs, kernel.launch.threads(), bytes, limits).share});
  }
  return occupancy_base(theme, "##shared", "KiB of shared memory per block", std::move(line),
                        static_cast<double>(now) / kilo, fmt::format("now {:.3g}", static_cast<double>(now) / kilo));
}

/// "Blocks at once if only one resource limited them: threads 8, blocks 32, registers 6, shared memory 14".
std::string limits_text(const NotedKernel& kernel, const device::MultiprocessorLimits& limits) {
  const device::Occupancy held =
      device::occupancy(kernel.kernel.needs, kernel.launch.threads(), kernel.launch.dynamic_shared, limits);
  std::string out = "Blocks at once if only one resource limited them:";
  for (const auto& [limit, id] : ids<device::OccupancyLimit>) {
    const int blocks = held.by[static_cast<std::size_t>(limit)];
    out += fmt::format("{} {} {}", limit == device::OccupancyLimit::threads ? "" : ",", id,
                       blocks > limits.blocks ? "any" : std::to_string(blocks));
  }
  return out;
}

/// The kernel's occupancy over threads per block, with its registers and shared memory as they are.
Plot occupancy_plot(const Theme& theme, const NotedKernel& kernel, const device::MultiprocessorLimits& limits) {
  const auto percent = [&](int threads) {
    return 100 * device::occupancy(kernel.kernel.needs, threads, kernel.launch.dynamic_shared, limits).share;
  };
  PlotLine line{.label = "occupancy", .color = line_color(theme, 0), .marker = Marker::disk, .points = {}};
  for (int threads = lanes_of_a_warp; threads <= std::min(kernel.kernel.needs.most_threads, 1024);
       threads += lanes_of_a_warp)
    line.points.push_back({static_cast<double>(threads), percent(threads)});
  const int now = kernel.launch.threads();
  return occupancy_base(theme, "##occupancy", "threads per block", std::move(line), now, fmt::format("now {}", now));
}

/// "12.3 GB (-34 %)": what a measure was before, and by how much it has changed since; of a share just what it was.
std::string with_change(const Datum& before, const Datum& now) {
  std::string out = value_text(before);
  if (before.number() > 0 && before.unit != "%")
    out += fmt::format(" ({:+.1f} %)", 100 * (now.number() / before.number() - 1));
  return out;
}

/// `before`: what another save of the same file counted; null: none did.
void counters_table(const Ui& ui, const CountedProblem& shown, const CountedProblem* before) {
  const CountedColumn& last = shown.columns.back();
  const int columns = 2 + static_cast<int>(shown.columns.size()) + (before != nullptr ? 1 : 0);
  if (!ImGui::BeginTable("counters", columns, table_flags)) return;
  ImGui::TableSetupColumn("counted", ImGuiTableColumnFlags_WidthStretch);
  ImGui::TableNextRow();
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
  ImGui::TableNextColumn();
  ImGui::TextUnformatted("counted");
  for (const CountedColumn& each : shown.columns) {
    ImGui::TableNextColumn();
    right_text(each.title);
  }
  if (before != nullptr) {
    ImGui::TableNextColumn();
    right_text("save before");
    help(ui,
         "The values of the save that was counted before, for the same problem. Where a frame has several stages, they "
         "are the whole frame's.");
  }
  ImGui::TableNextColumn();
  right_text("model");
  help(ui,
       "The minimum that the workload needs: each value read and written once, and the arithmetic of its definition. "
       "Sectors and passes are computed from this variant's addresses.");
  ImGui::PopStyleColor();
  for (const Counted& row : last.measures) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(row.measure.name.c_str());
    help(ui, row.measure.about);
    for (const CountedColumn& column : shown.columns) {
      ImGui::TableNextColumn();
      if (const Counted* const found = find_counted(column, row.measure.id)) right_text(value_text(found->measure));
    }
    if (before != nullptr) {
      ImGui::TableNextColumn();
      const Counted* const found = find_counted(before->columns.back(), row.measure.id);
      if (found != nullptr) right_text(with_change(found->measure, row.measure));
    }
    ImGui::TableNextColumn();
    if (!row.modeled) continue;
    Datum model = row.measure;
    model.value = *row.modeled;
    right_text(value_text(model));
  }
  ImGui::EndTable();
}

std::string no_counters(const Window& window) {
  const std::string why_not = shown_devices(window.model.settings().execution).first().why_not;
  return why_not.empty() ? bench_runs(window) : why_not;
}

}  // namespace

/// Draws the table of kernels, and the occupancy of the chosen one.
void CountersFeature::draw_kernels(const Window& window, const CountedProblem& shown) {
  Ui& ui = window.ui;
  if (const auto clicked = kernels_of_problem(ui, shown, kernel_)) kernel_ = *clicked;
  kernel_ = std::min(kernel_, shown.kernels.size() - 1);
  ImGui::Spacing();
  const NotedKernel& kernel = shown.kernels[kernel_];
  const float half = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
  const auto plot = [&](const char* over, auto make) {
    ImGui::BeginChild(over, {half, ui.units(150)}, false,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    draw_saved_plot(ui, window.model,
                    {.name = "occupancy",
                     .title = fmt::format("Occupancy of {} over {}", kernel.kernel.name, over),
                     .x_name = over,
                     .plot = [&](const Theme& theme) { return make(theme, kernel, shown.limits); }});
    ImGui::EndChild();
  };
  plot("threads per block", occupancy_plot);
  ImGui::SameLine();
  plot("shared memory per block", shared_memory_plot);
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
  ImGui::TextUnformatted(limits_text(kernel, shown.limits).c_str());
  ImGui::PopStyleColor();
}

void CountersFeature::draw_measured(const Window& window, OverlaySpace& space) {
  const auto page =
      OverlayWindow::in_middle(window.ui, space, "##counters", {980, all_of_room}, ImGuiWindowFlags_NoScrollbar);
  if (!page) return;
  const auto shown = task().measured();
  heading(window, shown->by.empty() ? std::string(window.model.workload->label) : shown->by, "Kernels and counters");
  push_font(window.ui.fonts.small);
  if (!shown->kernels.empty()) {
    draw_kernels(window, *shown);
  } else if (!shown->columns.empty()) {
    ImGui::TextWrapped("These kernels belong to a library: only what the counters say is known of them.");
  }
  ImGui::Spacing();
  if (!shown->columns.empty()) counters_table(window.ui, *shown, shown == last_ ? before_.get() : nullptr);
  if (!shown->why_uncounted.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, window.ui.theme().dim);
    ImGui::TextWrapped("%s", shown->why_uncounted.c_str());
    ImGui::PopStyleColor();
  }
  ImGui::PopFont();
  if (shown->kernels.empty()) return;
  ImGui::Spacing();
  const NotedKernel& kernel = shown->kernels[kernel_];
  save_menu(window.ui,
            {.stem = fmt::format("heteroscope-{}-counters", window.model.workload->id),
             .figure =
                 [&] {
                   return measured_figure(shown->machine, occupancy_plot(figure_theme(), kernel, shown->limits),
                                          "Occupancy of " + kernel.kernel.name);
                 },
             .csv =
                 [&] {
                   return measured_csv(shown->machine, profile_command(shown->computed, window.model.catalog),
                                       counters_csv(shown->columns, shown->kernels, shown->limits));
                 }});
}

std::vector<ActionEntry> CountersFeature::actions() {
  return {{opened_by(),
           "GPU kernels: registers, occupancy, and what the GPU's own counters say",
           {with_control(GLFW_KEY_L, "Ctrl + L")},
           nullptr,
           no_counters}};
}

void CountersFeature::before_engine(const Window& window) {
  counted_ = measurement_state(window) == MeasurementState::done ? task().measured() : nullptr;
  if (counted_ != nullptr && counted_ != last_ && !counted_->columns.empty()) keep_problem(counted_);
}

void CountersFeature::keep_problem(std::shared_ptr<const CountedProblem> counted) {
  const bool is_same_problem = last_ != nullptr && last_->of == counted->of;
  if (!is_same_problem) {
    before_ = nullptr;
  } else if (last_->own != counted->own) {
    before_ = std::move(last_);
  }
  last_ = std::move(counted);
}

}  // namespace heteroscope
