#include "app/window/features/execution/device.hpp"

#include <fmt/format.h>

#include "app/text/format.hpp"
#include "app/text/peaks_text.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/device/cpu/cpu_facts.hpp"
#include "core/device/device.hpp"

namespace heteroscope {
namespace {

/// Draws a row with a name, which is long and may wrap.
void named_row(const Ui& ui, const char* label, const std::string& name, ImU32 color) {
  row(ui, label, narrow_label);
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextWrapped("%s", name.c_str());
  ImGui::PopStyleColor();
}

void peak_rows(const Ui& ui, const device::Facts& facts) {
  const PeakTexts peaks = peak_texts(facts);
  value_row(ui, "Peak, fp32", peaks.fp32);
  help(ui,
       "Theoretical peak: multiprocessors × lanes of each × clock × 2, since a multiply-add counts as two operations.");
  value_row(ui, "Peak, fp64", peaks.fp64);
  value_row(ui, "fp32 : fp64", peaks.ratio);
  help(ui, "Number of fp32 operations that take the time of one fp64 operation.");
  value_row(ui, "Memory bus", peaks.bus);
  help(ui, "Theoretical peak: width of the memory bus × twice the memory clock.");
}

void device_rows(const Ui& ui, const FrameView& view) {
  const device::Facts& facts = device::facts();
  const CpuFacts& cpu = cpu_facts();
  named_row(ui, "CPU", cpu.name, ui.theme().cpu);
  value_row(ui, "Threads", fmt::format("{}", cpu.threads));
  value_row(ui, "Vectors", cpu.vector_target);
  help(ui, "Vector instructions that the program uses on this CPU.");
  value_row(ui, "Memory", format_bytes(static_cast<double>(cpu.memory_bytes)));
  named_row(ui, "Window", view.drawn_by, ui.theme().text);
  help(ui, "The device that draws the window, by the name that OpenGL gives it.");
  ImGui::Spacing();
  if (!facts.available) {
    value_row(ui, "GPU", "none", ui.theme().gpu);
    ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
    ImGui::TextWrapped("%s", facts.why_not.c_str());
    ImGui::PopStyleColor();
    return;
  }
  const auto version = [](int number) { return fmt::format("{}.{}", number / 1000, number % 1000 / 10); };
  named_row(ui, "GPU", facts.name, ui.theme().gpu);
  value_row(ui, "Compute capability", fmt::format("{}.{}", facts.major, facts.minor));
  value_row(ui, "Multiprocessors", fmt::format("{}", facts.multiprocessors));
  value_row(ui, "Clock", fmt::format("{:.2f} GHz", facts.clock_khz * 1e-6));
  peak_rows(ui, facts);
  value_row(ui, "Memory", format_bytes(static_cast<double>(facts.memory_bytes)));
  value_row(ui, "L2 cache", format_bytes(static_cast<double>(facts.l2_bytes)));
  value_row(ui, "Shared memory per block", format_bytes(static_cast<double>(facts.shared_bytes_per_block)));
  value_row(ui, "Managed, concurrent", facts.concurrent_managed_access ? "yes" : "no");
  help(ui, "Whether the CPU and this GPU can use managed memory at the same time.");
  value_row(ui, "Cooperative, clusters",
            fmt::format("{}, {}", facts.cooperative_launch ? "yes" : "no", facts.clusters ? "yes" : "no"));
  help(ui, "Whether this GPU has cooperative launches, and whether it has clusters of thread blocks.");
  if (facts.limits_launch_time) {
    value_row(ui, "Launches", "limited in time");
    help(ui, "This GPU also drives a display, so that the driver ends a kernel that takes more than a few seconds.");
  }
  value_row(ui, "CUDA driver", version(facts.driver_version));
  value_row(ui, "CUDA runtime", version(facts.runtime_version));
}

}  // namespace

void DeviceFeature::panel(const Window& window) {
  if (!section(window.ui, "Device", false)) return;
  // It is the last section of a panel that may be full: show what was just opened.
  const bool just_opened = ImGui::IsItemToggledOpen();
  device_rows(window.ui, window.view);
  if (just_opened) ImGui::SetScrollHereY(1);
}

}  // namespace heteroscope
