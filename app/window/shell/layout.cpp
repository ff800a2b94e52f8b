#include "app/window/shell/layout.hpp"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/window/feature/overlay_parts.hpp"
#include "app/window/feature/time_plot.hpp"
#include "app/window/features/run/transport_bar.hpp"
#include "app/window/features/scope/legend.hpp"
#include "app/window/features/scope/timeline_view.hpp"
#include "app/window/features/scope/transport.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/model/scope_view.hpp"
#include "app/window/model/window.hpp"
#include "app/window/shell/top_bar.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

/// Draws what the scope shows of a frame below its picture, for a projector: the timeline, and the legend beside it.
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

constexpr double top_units = 42;
constexpr double transport_units = 40;
constexpr double left_units = 312;
constexpr double right_units = 258;
constexpr double low_graphs_units = 132;
constexpr double graphs_units = 166;
constexpr double most_side = 2.5;           // times a panel's usual width: the widest that it can be dragged
constexpr double tall_window_units = 1000;  // height beyond this makes the graphs higher
constexpr double least_picture_units =
    300;  // in a narrower window the right panel's sections stand below the left one's
constexpr double least_height_units = 150;   // least height of the picture above graphs
constexpr double right_content_units = 700;  // height of the right panel with the comparison's figures

constexpr ImGuiWindowFlags panel_flags = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                         ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBringToFrontOnFocus;

template <class Body>
void panel(const PanelMode& mode, const char* id, ImVec2 at, ImVec2 size, ImGuiWindowFlags flags, Body&& body) {
  if (size.x < 1 || size.y < 1) return;
  // from a field in which a person types, Tab goes to the next one
  const bool by_tab = ImGui::GetIO().WantTextInput;
  if (!mode.walked) flags |= by_tab ? ImGuiWindowFlags_NoNavFocus : ImGuiWindowFlags_NoNav;
  ImGui::SetNextWindowPos(at);
  ImGui::SetNextWindowSize(size);
  if (ImGui::Begin(id, nullptr, panel_flags | flags)) body();
  ImGui::End();
}

/// Draws a button for each graph that is offered, one below the other at the left. Returns the graph that is shown.
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

/// Draws the chosen graph and beside it the buttons that choose one of the graphs that features offer.
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

/// Makes panels that were dragged wider, as far as the picture keeps its least width.
void widen(const Ui& ui, const Preferences& shown, float width, Rooms& out) {
  float spare = std::max(width - out.left - out.right - ui.units(least_picture_units), 0.0F);
  const auto take = [&](float& panel, double dragged) {
    if (panel <= 0 || dragged <= 0) return;
    const float usual = panel;
    panel = std::round(
        std::clamp(ui.units(dragged), usual, usual + std::min(spare, static_cast<float>(most_side - 1) * usual)));
    spare -= panel - usual;
  };
  take(out.left, shown.left_width);
  take(out.right, shown.right_width);
}

/// Returns the height of the graphs. `dragged`: the height to which a person dragged them, in units of the design; 0:
/// the usual one. `room`: the height of the graphs and the picture together.
float graphs_height(const Ui& ui, double dragged, float height, float room) {
  const float least = ui.units(height < ui.units(640) ? low_graphs_units : graphs_units);
  const float usual = height * 0.19F + std::max(height - ui.units(tall_window_units), 0.0F) * 0.25F;
  if (dragged <= 0) return std::round(std::max(usual, least));
  const float most = std::max(room - ui.units(least_height_units), ui.units(low_graphs_units));
  return std::round(std::clamp(ui.units(dragged), ui.units(low_graphs_units), most));
}

/// A border of a panel: dragging it changes the panel's size, a double click restores the usual one.
struct Border {
  const char* id;
  Rect rect;
  double& dragged;  ///< the preference that it changes
  float wanted;     ///< the panel's size that the mouse's place asks for
  bool upright = true;
};

/// Builds a window without a frame or a background over an edge of the picture, which the mouse reaches in its place.
template <class Body>
void over_edge(const char* id, const Rect& rect, Covered& covered, Body&& body) {
  const auto [from, to] = rect;
  ImGui::SetNextWindowPos(from);
  ImGui::SetNextWindowSize({to.x - from.x, to.y - from.y});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  // ImGui draws windows that are not brought to the front behind all others, but this one lies over the panels' edges
  constexpr ImGuiWindowFlags flags = (panel_flags & ~ImGuiWindowFlags_NoBringToFrontOnFocus) |
                                     ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar |
                                     ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav |
                                     ImGuiWindowFlags_NoFocusOnAppearing;
  if (ImGui::Begin(id, nullptr, flags)) {
    note_covered(covered);
    body();
  }
  ImGui::End();
  ImGui::PopStyleVar(3);
}

void border(const Ui& ui, const Border& of, Covered& covered) {
  const ImVec2 from = of.rect.from;
  const ImVec2 to = of.rect.to;
  if (to.x - from.x < 1 || to.y - from.y < 1) return;
  over_edge(of.id, of.rect, covered, [&] {
    ImGui::InvisibleButton("##border", {to.x - from.x, to.y - from.y});
    if (ImGui::IsItemHovered() || ImGui::IsItemActive()) {
      ImGui::SetMouseCursor(of.upright ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
      ImGui::GetWindowDrawList()->AddRectFilled(from, to, faded(ui.theme().text, 0.35F));
    }
    help(ui, "Drag to change the panel's size; double-click to restore the usual size.");
    if (ImGui::IsItemActive() && ImGui::IsMouseDragging(ImGuiMouseButton_Left))
      of.dragged = static_cast<double>(std::max(of.wanted / ui.scale, 1.0F));
    if (ImGui::IsItemHovered() && ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left)) of.dragged = 0;
  });
}

/// Draws a handle at the left or the right edge of the window, where a panel was, with an arrow into the picture. A
/// click shows all panels that were hidden. It is narrower than the margin that the lens leaves free.
void handle(Ui& ui, const char* id, bool at_right, ImVec2 size, Covered& covered) {
  const float wide = ui.units(11);
  const float half = std::min(ui.units(36), size.y * 0.5F);
  const float left = at_right ? size.x - wide : 0;
  const Rect rect{{left, size.y * 0.5F - half}, {left + wide, size.y * 0.5F + half}};
  over_edge(id, rect, covered, [&] {
    if (ImGui::InvisibleButton("##handle", {wide, 2 * half})) ui.ask(action::toggle_panels);
    const bool lit = ImGui::IsItemHovered() || ImGui::IsItemActive();
    if (lit) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    help(ui, "Shows the panels again.", action::toggle_panels);
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    const Theme& theme = ui.theme();
    draw.AddRectFilled(rect.from, rect.to, lit ? theme.line : faded(theme.panel, 0.85F), ui.units(4),
                       at_right ? ImDrawFlags_RoundCornersLeft : ImDrawFlags_RoundCornersRight);
    const ImVec2 middle = middle_of(rect);
    const float along = ui.units(at_right ? -2.5 : 2.5);
    const float up = ui.units(5);
    const std::array<ImVec2, 3> arrow{
        {{middle.x - along, middle.y - up}, {middle.x + along, middle.y}, {middle.x - along, middle.y + up}}};
    draw.AddPolyline(arrow.data(), static_cast<int>(arrow.size()), theme.text, ImDrawFlags_None, ui.units(1.5));
  });
}

}  // namespace

Rooms rooms_of(const Ui& ui, const WindowModel& model, const PanelMode& mode, ImVec2 size) {
  const auto [width, height] = size;
  const Preferences& shown = ui.preferences;
  const auto whole = [&](double units) { return std::round(ui.units(units)); };
  Rooms out;
  out.middle = height;
  if (mode.presenting ? !shows_scope(model) : mode.hidden) return out;
  if (!mode.presenting) {
    out.top = whole(top_units);
    out.left = shown.left ? whole(left_units) : 0;
    out.right = shown.right ? whole(right_units) : 0;
    out.together = shown.left && shown.right && width - out.left - out.right < ui.units(least_picture_units);
    if (out.together) out.right = 0;
    widen(ui, shown, width, out);
    const bool transport = goes_on(*model.workload) || shows_scope(model);
    out.transport = transport ? whole(transport_units) : 0;
  }
  const double dragged = mode.presenting ? shown.timeline_height : shown.graphs_height;
  const float graphs = graphs_height(ui, dragged, height, height - out.top - out.transport);
  out.room_for_graphs = height - out.top - out.transport - graphs >= ui.units(least_height_units);
  out.graphs = (shown.graphs || mode.presenting) && out.room_for_graphs ? graphs : 0;
  out.middle = std::max(height - out.top - out.graphs, 1.0F);
  // its room stays, so that the picture keeps its size and is not computed anew
  if (mode.presenting && mode.timeline_hidden) out.graphs = 0;
  return out;
}

Covered lay_out(Ui& ui, WindowModel& model, FrameView& view, Features& features, const PanelMode& mode, ImVec2 size) {
  const auto [width, height] = size;
  const Window window{ui, model, view};
  const Rooms rooms = rooms_of(ui, model, mode, size);
  const auto [top, left, right, graphs_high, middle, transport, together, room_for_graphs] = rooms;

  const float ratio = ui.pixel_ratio;
  view.area.x = static_cast<int>(std::lround(left * ratio));
  view.area.y = static_cast<int>(std::lround(top * ratio));
  view.area.size = {std::max(static_cast<int>(std::lround((width - left - right) * ratio)), 1),
                    std::max(static_cast<int>(std::lround((middle - transport) * ratio)), 1)};

  const ImGuiWindowFlags still = ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse;
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.units(12), (top - ImGui::GetFrameHeight()) * 0.5F});
  panel(mode, "##top", {0, 0}, {width, top}, still,
        [&] { top_bar(window, features.of<WelcomeFeature>(), rooms.room_for_graphs, mode.alone()); });
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
  panel(mode, "##graphs", {graphs_left, height - graphs_high},
        {(low ? width - right : width) - graphs_left, graphs_high}, still,
        [&] { mode.presenting ? presented_schedule(window) : graphs(window, features.graphs()); });
  Covered covered;
  const float thick = ui.units(5);
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  Preferences& shown = ui.preferences;
  const float bottom = top + middle - transport;  // the transport bar has controls up to its ends
  if (left > 0)
    border(ui, {"##left border", {{left, top}, {left + thick, bottom}}, shown.left_width, mouse.x}, covered);
  if (right > 0) {
    border(
        ui,
        {"##right border", {{width - right - thick, top}, {width - right, bottom}}, shown.right_width, width - mouse.x},
        covered);
  }
  if (graphs_high > 0) {
    const float upper = height - graphs_high;
    border(ui,
           {"##graphs border",
            {{graphs_left, upper - thick / 2}, {low ? width - right : width, upper + thick / 2}},
            mode.presenting ? shown.timeline_height : shown.graphs_height,
            height - mouse.y,
            false},
           covered);
  }
  if (mode.hidden && !mode.presenting) {
    handle(ui, "##left handle", false, size, covered);
    handle(ui, "##right handle", true, size, covered);
  }
  const Covered by_features = features.overlays(window);
  covered.insert(covered.end(), by_features.begin(), by_features.end());
  return covered;
}

}  // namespace heteroscope
