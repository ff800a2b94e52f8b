#include "app/window/shell/layout.hpp"

#include <imgui.h>

#include <algorithm>
#include <cmath>

#include "app/window/feature/time_plot.hpp"
#include "app/window/features/run/transport_bar.hpp"
#include "app/window/features/scope/transport.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/model/scope_view.hpp"
#include "app/window/shell/top_bar.hpp"

namespace heteroscope {
namespace {

constexpr double top_units = 42;
constexpr double transport_units = 40;
constexpr double left_units = 312;
constexpr double right_units = 258;
constexpr double low_graphs_units = 132;
constexpr double graphs_units = 166;
constexpr double highest_graphs_units = 240;
constexpr double least_picture_units = 300;  // narrower, and the right panel's sections go below the left one's
constexpr double least_height_units = 150;   // of the picture above graphs
constexpr double right_content_units = 700;  // of the right panel with the comparison's figures

constexpr ImGuiWindowFlags panel_flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                         ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus;

template <class Body>
void panel(const PanelMode& mode, const char* id, ImVec2 at, ImVec2 size, ImGuiWindowFlags flags, Body&& body) {
  if (size.x < 1 || size.y < 1) return;
  if (!mode.walked) flags |= ImGuiWindowFlags_NoNav;
  ImGui::SetNextWindowPos(at);
  ImGui::SetNextWindowSize(size);
  if (ImGui::Begin(id, nullptr, panel_flags | flags)) body();
  ImGui::End();
}

/// A button for each of those that are offered, one above the other at the left. Returns the one that is shown.
OfferedGraph& which_graph(const Window& window, const std::vector<OfferedGraph*>& all) {
  OfferedGraph* shown = nullptr;
  ImGui::BeginGroup();
  for (OfferedGraph* const each : all) {
    const GraphTab tab = each->tab(window);
    if (!tab.offered) continue;
    if (tab.chosen) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
    if (ImGui::Button(tab.label, {window.ui.units(52), 0})) each->choose(window);
    if (tab.chosen) ImGui::PopStyleColor();
    graph_help(window.ui, with_keys(window.ui, tab.about, tab.action));
  }
  for (OfferedGraph* const each : all) {
    if (each->tab(window).chosen) shown = each;
  }
  shown->buttons_below(window);
  ImGui::EndGroup();
  return *shown;
}

/// The graph that is chosen, and beside it the buttons that choose one of those that features offer.
void graphs(const Window& window, const std::vector<OfferedGraph*>& all) {
  push_font(window.ui.fonts.small);
  OfferedGraph& shown = which_graph(window, all);
  if (shown.tab(window).buttons) {
    ImGui::SameLine(0, window.ui.units(4));
    ImGui::BeginGroup();
    shown.buttons_beside(window);
    ImGui::EndGroup();
  }
  ImGui::SameLine(0, window.ui.units(12));
  ImGui::BeginChild("graphs", {0, 0}, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  shown.build(window);
  ImGui::EndChild();
  ImGui::PopFont();
}

}  // namespace

Rooms rooms_of(const Ui& ui, const WindowModel& model, const PanelMode& mode, ImVec2 size) {
  const auto [width, height] = size;
  const Preferences& shown = ui.preferences;
  const auto whole = [&](double units) { return std::round(ui.units(units)); };
  Rooms out;
  out.middle = height;
  if (mode.hidden || mode.presenting) return out;
  out.top = whole(top_units);
  out.left = shown.left ? whole(left_units) : 0;
  out.right = shown.right ? whole(right_units) : 0;
  out.together = shown.left && shown.right && width - out.left - out.right < ui.units(least_picture_units);
  if (out.together) out.right = 0;
  const bool transport = goes_on(*model.workload) || shows_scope(model);
  out.transport = transport ? whole(transport_units) : 0;
  const float graphs =
      std::round(std::clamp(height * 0.19F, ui.units(height < ui.units(640) ? low_graphs_units : graphs_units),
                            ui.units(highest_graphs_units)));
  out.room_for_graphs = height - out.top - out.transport - graphs >= ui.units(least_height_units);
  out.graphs = shown.graphs && out.room_for_graphs ? graphs : 0;
  out.middle = std::max(height - out.top - out.graphs, 1.0F);
  return out;
}

Covered lay_out(Ui& ui, WindowModel& model, FrameView& view, Features& features, const PanelMode& mode, ImVec2 size) {
  const auto [width, height] = size;
  const Window window{ui, model, view};
  const Rooms rooms = rooms_of(ui, model, mode, size);
  const auto [top, left, right, graphs_height, middle, transport, together, room_for_graphs] = rooms;

  const float ratio = ui.pixel_ratio;
  view.area.x = static_cast<int>(std::lround(left * ratio));
  view.area.y = static_cast<int>(std::lround(top * ratio));
  view.area.size = {std::max(static_cast<int>(std::lround((width - left - right) * ratio)), 1),
                    std::max(static_cast<int>(std::lround((middle - transport) * ratio)), 1)};

  const ImGuiWindowFlags still = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.units(12), (top - ImGui::GetFrameHeight()) * 0.5F});
  panel(mode, "##top", {0, 0}, {width, top}, still,
        [&] { top_bar(window, features.of<WelcomeFeature>(), rooms.room_for_graphs, mode.hidden); });
  ImGui::PopStyleVar();
  panel(mode, "##left", {0, top}, {left, together ? height - top : middle}, 0, [&] {
    features.panels(window, Side::left);
    if (rooms.together) features.panels(window, Side::right);
  });
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding,
                      {ui.units(10), std::max((transport - ImGui::GetFrameHeight()) * 0.5F, 0.0F)});
  panel(mode, "##transport", {left, top + middle - transport}, {width - left - right, transport}, still,
        [&] { shows_scope(model) ? scope_transport(ui, model) : transport_bar(window); });
  ImGui::PopStyleVar();
  // In a low window the right panel goes down to the edge, beside the graphs: all of it is then there at 1280×720.
  const bool low = middle < ui.units(right_content_units);
  panel(mode, "##right", {width - right, top}, {right, low ? height - top : middle}, 0,
        [&] { features.panels(window, Side::right); });
  const float graphs_left = together ? left : 0;
  panel(mode, "##graphs", {graphs_left, height - graphs_height},
        {(low ? width - right : width) - graphs_left, graphs_height}, still,
        [&] { graphs(window, features.graphs()); });
  return features.overlays(window);
}

}  // namespace heteroscope
