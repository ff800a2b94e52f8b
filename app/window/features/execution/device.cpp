#include "app/window/features/execution/device.hpp"

#include <fmt/format.h>

#include "app/text/format.hpp"
#include "app/text/peaks_text.hpp"
#include "app/window/widgets/widgets.hpp"
#include "core/device/cpu/cpu_facts.hpp"
#include "core/device/device.hpp"

namespace heteroscope {
namespace {

/// Names are long: they wrap under their label's line.
void named_row(const State& state, const char* label, const std::string& name, ImU32 color) {
  row(state, label, narrow_label);
  ImGui::PushStyleColor(ImGuiCol_Text, color);
  ImGui::TextWrapped("%s", name.c_str());
  ImGui::PopStyleColor();
}

void peak_rows(const State& state, const device::Facts& facts) {
  const PeakTexts peaks = peak_texts(facts);
  value_row(state, "Peak, fp32", peaks.fp32);
  help(state, "In theory: multiprocessors × lanes × clock, two flop for each multiply-add.");
  value_row(state, "Peak, fp64", peaks.fp64);
  value_row(state, "fp32 : fp64", peaks.ratio);
  help(state, "Operations in fp32 that take the time of one in fp64.");
  value_row(state, "Memory bus", peaks.bus);
  help(state, "In theory: its width × twice the memory's clock.");
}

void device_rows(const State& state) {
  const device::Facts& facts = device::facts();
  const CpuFacts& cpu = cpu_facts();
  named_row(state, "CPU", cpu.name, state.theme().cpu);
  value_row(state, "Threads", fmt::format("{}", cpu.threads));
  value_row(state, "Vectors", cpu.vector_target);
  value_row(state, "Memory", format_bytes(static_cast<double>(cpu.memory_bytes)));
  named_row(state, "Window", state.drawn_by, state.theme().text);
  help(state, "What draws the window, as its OpenGL calls itself.");
  ImGui::Spacing();
  if (!facts.available) {
    value_row(state, "GPU", "none", state.theme().gpu);
    ImGui::PushStyleColor(ImGuiCol_Text, state.theme().dim);
    ImGui::TextWrapped("%s", facts.why_not.c_str());
    ImGui::PopStyleColor();
    return;
  }
  const auto version = [](int number) { return fmt::format("{}.{}", number / 1000, number % 1000 / 10); };
  named_row(state, "GPU", facts.name, state.theme().gpu);
  value_row(state, "Compute capability", fmt::format("{}.{}", facts.major, facts.minor));
  value_row(state, "Multiprocessors", fmt::format("{}", facts.multiprocessors));
  value_row(state, "Clock", fmt::format("{:.2f} GHz", facts.clock_khz * 1e-6));
  peak_rows(state, facts);
  value_row(state, "Memory", format_bytes(static_cast<double>(facts.memory_bytes)));
  value_row(state, "L2 cache", format_bytes(static_cast<double>(facts.l2_bytes)));
  value_row(state, "Shared memory a block", format_bytes(static_cast<double>(facts.shared_bytes_per_block)));
  value_row(state, "Managed, concurrent", facts.concurrent_managed_access ? "yes" : "no");
  value_row(state, "Cooperative, clusters",
            fmt::format("{}, {}", facts.cooperative_launch ? "yes" : "no", facts.clusters ? "yes" : "no"));
  if (facts.limits_launch_time) {
    value_row(state, "Launches", "limited in time");
    help(state, "It serves a display: the driver ends a kernel that takes more than some seconds.");
  }
  value_row(state, "CUDA driver", version(facts.driver_version));
  value_row(state, "CUDA runtime", version(facts.runtime_version));
}

}  // namespace

void DeviceFeature::panel(State& state) {
  if (!section(state, "Device", false)) return;
  // It is the last section of a panel that may be full: show what was just opened.
  const bool just_opened = ImGui::IsItemToggledOpen();
  device_rows(state);
  if (just_opened) ImGui::SetScrollHereY(1);
}

}  // namespace heteroscope
