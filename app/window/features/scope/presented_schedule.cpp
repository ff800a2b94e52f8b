#include "app/window/features/scope/presented_schedule.hpp"

#include <imgui.h>

#include <cmath>

#include "app/window/features/scope/legend.hpp"
#include "app/window/features/scope/timeline_view.hpp"

namespace heteroscope {

void presented_schedule(const Window& window) {
  constexpr float of_legend = 0.34F;  // of the width
  constexpr ImGuiWindowFlags still = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  const float gap = window.ui.units(20);
  const float whole = ImGui::GetContentRegionAvail().x;
  ImGui::BeginChild("timeline", {std::floor(whole * (1 - of_legend) - gap), 0}, false, still);
  timeline_view(window);
  ImGui::EndChild();
  ImGui::SameLine(0, gap);
  ImGui::BeginChild("legend", {0, 0}, false, still);
  presented_legend(window.ui, window.model);
  ImGui::EndChild();
}

}  // namespace heteroscope
