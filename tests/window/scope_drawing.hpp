#pragma once

#include <gtest/gtest.h>
#include <imgui.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <vector>

#include "tests/window/bare_context.hpp"
#include "tests/window/window_parts.hpp"

/// What the scope draws, without a display: as it stands in ImGui's list of what is drawn.
namespace heteroscope {

/// As far as vertices reach.
struct Drawn {
  ImVec2 low, high;
};

class ScopeDrawing : public ::testing::Test {
 protected:
  ScopeDrawing() {
    ImFont* const font = context_.make_letters();
    parts_.ui.fonts = {font, font, font, font};
  }

  /// What is drawn into a window that is as large as the display.
  std::vector<ImDrawVert> vertices_of(const std::function<void()>& body) {
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::Begin("scope", nullptr, ImGuiWindowFlags_NoDecoration);
    const ImDrawList& draw = *ImGui::GetWindowDrawList();
    const int first = draw.VtxBuffer.Size;
    body();
    std::vector<ImDrawVert> out(draw.VtxBuffer.Data + first, draw.VtxBuffer.Data + draw.VtxBuffer.Size);
    ImGui::End();
    ImGui::Render();
    return out;
  }

  /// Vertices of one color; nothing where there are none.
  static std::optional<Drawn> drawn_in(const std::vector<ImDrawVert>& all, ImU32 color) {
    std::optional<Drawn> out;
    for (const ImDrawVert& each : all) {
      if (each.col != color) continue;
      if (!out) out = {each.pos, each.pos};
      out->low = {std::min(out->low.x, each.pos.x), std::min(out->low.y, each.pos.y)};
      out->high = {std::max(out->high.x, each.pos.x), std::max(out->high.y, each.pos.y)};
    }
    return out;
  }

  WindowParts parts_;

 private:
  BareContext context_{{860, 200}};
};

}  // namespace heteroscope
