#include "app/window/look/theme.hpp"

namespace heteroscope {
namespace {

constexpr ImU32 rgb(unsigned hex) {
  return IM_COL32((hex >> 16) & 255, (hex >> 8) & 255, hex & 255, 255);
}

Theme dark_theme() {
  Theme out;
  out.kind = ThemeKind::dark;
  out.backdrop = rgb(0x0e1013);
  out.panel = rgb(0x181b20);
  out.frame = rgb(0x262b33);
  out.line = rgb(0x2f353e);
  out.text = rgb(0xd9dde3);
  out.dim = rgb(0x929ba8);
  out.cpu = rgb(0x56b4e9);
  out.gpu = rgb(0xe69f00);
  out.both = rgb(0xc9c2b0);
  out.source = rgb(0x6a6be0);
  out.copies = rgb(0x1aa37a);
  out.merge = rgb(0xcc79a7);
  out.summary = rgb(0x6f7988);
  out.link = rgb(0xd55e00);
  out.display = rgb(0xe3d85c);
  out.error = rgb(0xff7a66);
  out.notice = rgb(0xf0d27a);
  return out;
}

Theme light_theme() {
  Theme out;
  out.kind = ThemeKind::light;
  out.backdrop = rgb(0xdadde1);
  out.panel = rgb(0xf5f6f8);
  out.frame = rgb(0xe4e7eb);
  out.line = rgb(0xcfd4da);
  out.text = rgb(0x20252c);
  out.dim = rgb(0x5b6572);
  out.cpu = rgb(0x1f83c4);
  out.gpu = rgb(0xc77d00);
  out.both = rgb(0x8d8672);
  out.source = rgb(0x4b45b5);
  out.copies = rgb(0x009e73);
  out.merge = rgb(0xb8588c);
  out.summary = rgb(0x8b94a1);
  out.link = rgb(0xb84f00);
  out.display = rgb(0xa89a00);
  out.error = rgb(0xb3261e);
  out.notice = rgb(0x7a5a00);
  return out;
}

ImVec4 vec(ImU32 color, float alpha = 1) {
  ImVec4 out = ImGui::ColorConvertU32ToFloat4(color);
  out.w *= alpha;
  return out;
}

void apply_colors(const Theme& theme, ImGuiStyle& style) {
  if (theme.kind == ThemeKind::dark) {
    ImGui::StyleColorsDark(&style);
  } else {
    ImGui::StyleColorsLight(&style);
  }
  ImVec4* colors = style.Colors;
  colors[ImGuiCol_Text] = vec(theme.text);
  colors[ImGuiCol_TextDisabled] = vec(theme.dim);
  colors[ImGuiCol_WindowBg] = vec(theme.panel);
  colors[ImGuiCol_ChildBg] = vec(theme.panel, 0);
  colors[ImGuiCol_PopupBg] = vec(theme.panel);
  colors[ImGuiCol_Border] = vec(theme.line);
  colors[ImGuiCol_Separator] = vec(theme.line);
  colors[ImGuiCol_FrameBg] = vec(theme.frame);
  colors[ImGuiCol_FrameBgHovered] = vec(theme.line);
  colors[ImGuiCol_FrameBgActive] = vec(theme.line);
  colors[ImGuiCol_Button] = vec(theme.frame);
  colors[ImGuiCol_ButtonHovered] = vec(theme.line);
  colors[ImGuiCol_ButtonActive] = vec(theme.dim, 0.5F);
  colors[ImGuiCol_Header] = vec(theme.dim, 0.25F);
  colors[ImGuiCol_HeaderHovered] = vec(theme.dim, 0.35F);
  colors[ImGuiCol_HeaderActive] = vec(theme.dim, 0.45F);
  constexpr float readable = 0.43F;  // a slider's number stands over its handle, also while that is dragged
  colors[ImGuiCol_SliderGrab] = vec(theme.dim, readable);
  colors[ImGuiCol_SliderGrabActive] = vec(theme.dim, readable);
  colors[ImGuiCol_CheckMark] = vec(theme.text);
  colors[ImGuiCol_ScrollbarBg] = vec(theme.panel, 0);
  colors[ImGuiCol_ScrollbarGrab] = vec(theme.line);
  colors[ImGuiCol_ScrollbarGrabHovered] = vec(theme.dim, 0.6F);
  colors[ImGuiCol_ScrollbarGrabActive] = vec(theme.dim);
  colors[ImGuiCol_PlotHistogram] = vec(theme.dim, 0.6F);  // progress bars, whose text stays readable
  colors[ImGuiCol_TableHeaderBg] = vec(theme.frame);
  colors[ImGuiCol_TableBorderStrong] = vec(theme.line);
  colors[ImGuiCol_TableBorderLight] = vec(theme.line);
  colors[ImGuiCol_TextSelectedBg] = vec(theme.dim, 0.45F);
}

}  // namespace

const Theme& theme_of(ThemeKind kind) {
  static const Theme dark = dark_theme();
  static const Theme light = light_theme();
  return kind == ThemeKind::dark ? dark : light;
}

void apply_theme(const Theme& theme, float scale) {
  ImGuiStyle& style = ImGui::GetStyle();
  style = ImGuiStyle();
  apply_colors(theme, style);
  style.WindowPadding = {12, 10};
  style.FramePadding = {8, 3.5F};
  style.ItemSpacing = {8, 5};
  style.ItemInnerSpacing = {6, 4};
  style.WindowRounding = 0;
  style.ChildRounding = 4;
  style.PopupRounding = 5;
  style.FrameRounding = 4;
  style.GrabRounding = 3;
  style.GrabMinSize = 5;
  style.ScrollbarSize = 10;
  style.ScrollbarRounding = 5;
  style.WindowBorderSize = 0;
  style.PopupBorderSize = 1;
  style.WindowMinSize = {8, 8};
  style.DisabledAlpha = 0.45F;
  style.ScaleAllSizes(scale);
}

ImU32 faded(ImU32 color, float alpha) {
  const auto old = static_cast<float>((color >> IM_COL32_A_SHIFT) & 255);
  return (color & ~IM_COL32_A_MASK) | (static_cast<ImU32>(old * alpha) << IM_COL32_A_SHIFT);
}

}  // namespace heteroscope
