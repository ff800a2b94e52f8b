// Colors that have to be read over each other.
#include "app/window/look/theme.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "tests/window/bare_context.hpp"

namespace heteroscope {
namespace {

/// Relative luminance. Source: WCAG 2.1
double luminance(const ImVec4& color) {
  const auto linear = [](double share) {
    return share <= 0.04045 ? share / 12.92 : std::pow((share + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.x) + 0.7152 * linear(color.y) + 0.0722 * linear(color.z);
}

ImVec4 drawn_over(const ImVec4& color, const ImVec4& ground) {
  const auto mixed = [&](float above, float below) { return color.w * above + (1 - color.w) * below; };
  return {mixed(color.x, ground.x), mixed(color.y, ground.y), mixed(color.z, ground.z), 1};
}

double contrast(const ImVec4& a, const ImVec4& b) {
  const double light = std::max(luminance(a), luminance(b));
  return (light + 0.05) / (std::min(luminance(a), luminance(b)) + 0.05);
}

TEST(ThemeColors, ASlidersNumberIsReadOverItsHandle) {
  constexpr double readable = 4.5;  // WCAG 2.1, level AA
  const BareContext context{{800, 600}};
  for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
    apply_theme(theme_of(kind), 1);
    const ImVec4* const colors = ImGui::GetStyle().Colors;
    for (const auto& [handle, ground] : {std::pair{ImGuiCol_SliderGrab, ImGuiCol_FrameBg},
                                         {ImGuiCol_SliderGrab, ImGuiCol_FrameBgHovered},
                                         {ImGuiCol_SliderGrabActive, ImGuiCol_FrameBgActive}}) {
      const ImVec4 seen = drawn_over(colors[handle], colors[ground]);
      EXPECT_GE(contrast(colors[ImGuiCol_Text], seen), readable) << "handle " << handle;
      EXPECT_GE(contrast(seen, colors[ground]), 1.5) << "the handle is seen";
    }
  }
}

TEST(ThemeColors, TheHeadsOfTablesHaveThoseOfControls) {
  const BareContext context{{800, 600}};
  for (const ThemeKind kind : {ThemeKind::dark, ThemeKind::light}) {
    apply_theme(theme_of(kind), 1);
    const ImVec4* const colors = ImGui::GetStyle().Colors;
    EXPECT_EQ(ImGui::ColorConvertFloat4ToU32(colors[ImGuiCol_TableHeaderBg]), theme_of(kind).frame);
    EXPECT_EQ(ImGui::ColorConvertFloat4ToU32(colors[ImGuiCol_TableBorderStrong]), theme_of(kind).line);
  }
}

}  // namespace
}  // namespace heteroscope
