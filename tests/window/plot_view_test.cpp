// What plots in the window say under the mouse. Without a display.
#include "app/window/widgets/plot_view.hpp"

#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "tests/window/bare_context.hpp"

namespace heteroscope {
namespace {

class PlotView : public ::testing::Test {
 protected:
  PlotView() {
    ImFont* const font = context_.make_letters();
    ui_.fonts = {font, font, font, font};
  }

  SeenPlot draw(const Plot& plot) {
    ImGui::NewFrame();
    ImGui::SetNextWindowPos({0, 0});
    ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
    ImGui::Begin("plot", nullptr, ImGuiWindowFlags_NoDecoration);
    const SeenPlot out = draw_plot(ui_, plot);
    ImGui::End();
    ImGui::Render();
    return out;
  }
  /// Whether something is said beside the mouse, in the middle of the plot.
  bool speaks(const Plot& plot) {
    const SeenPlot seen = draw(plot);
    ImGui::GetIO().MousePos = {(seen.from().x + seen.to().x) / 2, (seen.from().y + seen.to().y) / 2};
    draw(plot);
    EXPECT_TRUE(draw(plot).hovered);
    for (const ImGuiWindow* each : context_->Windows) {
      if ((each->Flags & ImGuiWindowFlags_Tooltip) != 0 && each->Active) return true;
    }
    return false;
  }

  BareContext context_{{400, 300}};
  Ui ui_;
};

Plot slope(const char* label) {
  Plot out{.id = "##slope"};
  out.lines.push_back({.label = label, .color = 0xffffffffu, .points = {{0, 0, {}}, {1, 4, {}}, {2, 8, {}}}});
  return out;
}

TEST_F(PlotView, SaysValuesOfLinesThatHaveAName) {
  EXPECT_TRUE(speaks(slope("plain")));
  EXPECT_FALSE(speaks(slope("")));
}

TEST_F(PlotView, KnowsWhatTheMouseIsOver) {
  Plot plot = slope("");
  plot.x.scale = PlotScale{1, 100, true};
  EXPECT_FALSE(speaks(plot));
  EXPECT_NEAR(draw(plot).mouse_x(), 10, 1e-3);
}

}  // namespace
}  // namespace heteroscope
