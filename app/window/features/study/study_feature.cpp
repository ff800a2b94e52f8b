#include "app/window/features/study/study_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <stop_token>

#include "app/window/feature/measuring_feature.hpp"
#include "app/window/feature/measuring_row.hpp"
#include "app/window/feature/overlay_window.hpp"
#include "app/window/feature/saved_plot.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/widgets/plot_view.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

/// Returns the plot of a study, whose lines are named in the table below it.
Plot plot_of(const Theme& theme, const Study& study) {
  Plot plot{.id = study.id.data(),
            .x = {.label = std::string(study.step_label), .logarithmic = true},
            .y = {.logarithmic = true}};
  plot.legend = Legend::none;
  std::size_t i = 0;
  for (const StudyCurve& curve : study.curves) {
    PlotLine line{.label = curve.label, .color = line_color(theme, i), .marker = marker_of(i), .points = {}};
    for (const StudyPoint& point : curve.points) line.points.push_back({point.step, point.error, {}});
    plot.lines.push_back(std::move(line));
    ++i;
  }
  return plot;
}

/// Draws a row for each curve: its name and the observed and expected orders.
void orders(const Ui& ui, const Study& study) {
  const float right = ImGui::GetContentRegionAvail().x;
  const auto columns = [&](const std::string& name, const std::string& observed, const std::string& expected,
                           ImU32 color) {
    const float left = ImGui::GetCursorPosX();
    const auto put = [&](const std::string& text, float share) {
      ImGui::SameLine(left + right * share - ImGui::CalcTextSize(text.c_str()).x);
      ImGui::TextUnformatted(text.c_str());
    };
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::TextUnformatted(name.c_str());
    ImGui::PopStyleColor();
    put(observed, 0.66F);
    put(expected, 1);
  };
  columns("order", "observed", "expected", ui.theme().dim);
  std::size_t i = 0;
  for (const StudyCurve& curve : study.curves) {
    columns(curve.label, fmt::format("{:.3f}", observed_order(curve)), fmt::format("{:.0f}", curve.expected_order),
            line_color(ui.theme(), i++));
  }
}

void one_study(Ui& ui, const WindowModel& model, const Study& study) {
  push_font(ui.fonts.strong);
  ImGui::TextUnformatted(std::string(study.title).c_str());
  ImGui::PopFont();
  const PlotToSave saved{.name = std::string(study.id),
                         .title = fmt::format("{}: {}", study.title, study.error_label),
                         .x_name = std::string(study.step_label),
                         .plot = [&](const Theme& theme) { return plot_of(theme, study); }};
  save_menu_behind(ui, saved_graph(model, saved));
  ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
  ImGui::TextUnformatted(std::string(study.error_label).c_str());
  ImGui::PopStyleColor();
  const float rows = static_cast<float>(study.curves.size() + 1) * ImGui::GetTextLineHeightWithSpacing();
  const float height = std::max(ImGui::GetContentRegionAvail().y - rows - ui.units(6), ui.units(60));
  ImGui::BeginChild("plot", {0, height}, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  draw_plot(ui, plot_of(ui.theme(), study));
  ImGui::EndChild();
  orders(ui, study);
}

std::string no_study(const Window& window) {
  return window.model.workload->study ? bench_runs(window)
                                      : std::string(window.model.workload->label) + " has no convergence study";
}

}  // namespace

StudyFeature::StudyFeature()
    : task_([this](const Workload* of, const std::stop_token& stop, const auto& publish) {
        progress_.during(stop, [&](const Waiter& waiter) {
          publish(std::make_shared<const Made>(Made{of, of->study->make(waiter)}));
        });
      }) {}

const std::vector<Study>* StudyFeature::result() const {
  return made_ != nullptr && made_->of == asked_ ? &made_->studies : nullptr;
}

void StudyFeature::close() {
  OpenedFeature::close();
  task_.interrupt();
}

void StudyFeature::body(const Window& window) {
  Ui& ui = window.ui;
  push_font(ui.fonts.strong);
  ImGui::TextUnformatted("Convergence");
  ImGui::PopFont();
  ImGui::SameLine(ImGui::GetWindowContentRegionMax().x - ui.units(54));
  if (ImGui::Button("Close", {ui.units(54), 0})) ui.ask(action::toggle_study);
  if (const std::string failure = task_.failure(); !failure.empty()) {
    ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().error);
    ImGui::TextWrapped("%s", failure.c_str());
    ImGui::PopStyleColor();
    return;
  }
  const std::vector<Study>* const studies = result();
  if (studies == nullptr) {
    const bool stopped = task_.given_up();
    const MeasuringRow row{
        .running = !stopped, .stopped = stopped, .share = progress_.share(), .now = "computing on the CPU"};
    apply(measuring_row(ui, row), task_);
    return;
  }
  push_font(ui.fonts.small);
  const float gap = ui.units(20);
  const auto count = static_cast<float>(studies->size());
  const float whole = ImGui::GetContentRegionAvail().x;
  const float beside = (whole - gap * (count - 1)) / count;
  // narrow plots stand below each other; the window then scrolls
  const bool narrow = beside < ui.units(260);
  for (const Study& study : *studies) {
    if (!narrow && &study != &studies->front()) ImGui::SameLine(0, gap);
    const ImVec2 size = narrow ? ImVec2{whole, ui.units(260)} : ImVec2{beside, 0};
    ImGui::BeginChild(study.id.data(), size, false, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    one_study(ui, window.model, study);
    ImGui::EndChild();
  }
  ImGui::PopFont();
}

void StudyFeature::overlay(const Window& window, OverlaySpace& space) {
  if (!is_open() || !window.model.workload->study) return;
  asked_ = window.model.workload;
  task_.want(asked_);
  made_ = task_.newest();
  // over the picture, or in the room for pages if that is small
  const bool small = space.picture.to.x - space.picture.from.x < window.ui.units(600);
  const Rect rect = small ? space.room : space.picture_in_room();
  const float gap = small ? 0 : window.ui.units(16);
  const ImVec2 room{rect.to.x - rect.from.x - 2 * gap, rect.to.y - rect.from.y - 2 * gap};
  const bool done = result() != nullptr;
  const ImVec2 size{std::min(room.x, window.ui.units(1200)),
                    done ? std::min(room.y, window.ui.units(720)) : window.ui.units(86)};
  place_sized(space, "##study", {.at = middle_of(rect), .top = rect.from.y}, size);
  constexpr ImGuiWindowFlags flags = notice_flags & ~(ImGuiWindowFlags_AlwaysAutoResize | ImGuiWindowFlags_NoScrollbar);
  if (const OverlayWindow page(window.ui, space, "##study", flags); page) body(window);
}

std::vector<ActionEntry> StudyFeature::actions() {
  return {{opened_by(),
           "convergence: how errors fall as steps get shorter",
           {with_control(GLFW_KEY_U, "Ctrl + U")},
           nullptr,
           no_study}};
}

}  // namespace heteroscope
