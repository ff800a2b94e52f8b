// The section with the brush and the contour lines of an iteration.
#include "app/window/features/run/run_feature.hpp"

#include "app/window/model/times/iterating.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

void brush_rows(Ui& ui) {
  Preferences& brush = ui.preferences;
  const auto slider = [&](const char* label, const char* id, double& value, double low, double high, const char* what) {
    row(ui, label);
    ImGui::SliderScalar(id, ImGuiDataType_Double, &value, &low, &high, "%.3g",
                        ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp);
    help(ui, what);
  };
  slider("Brush radius", "##radius", brush.brush_radius, smallest_brush, largest_brush,
         "Drag on the picture to paint heat, Shift + drag to paint cold. A share of the picture's side.");
  slider("Brush strength", "##strength", brush.brush_strength, 0.001, strongest_brush,
         "How much one dab of the brush adds at its center; a drag makes four dabs per radius of its path.");
}

void contour_row(Ui& ui) {
  Preferences& shown = ui.preferences;
  row(ui, "Contour lines");
  ImGui::Checkbox("##contours", &shown.contours);
  help(ui, "Lines of equal value over the picture.", action::toggle_contours);
  ImGui::SameLine(0, ui.units(6));
  ImGui::SetNextItemWidth(-1);
  ImGui::BeginDisabled(!shown.contours);
  ImGui::SliderInt("##levels", &shown.contour_levels, 1, most_contour_levels,
                   shown.contour_levels == 1 ? "1 level" : "%d levels", ImGuiSliderFlags_AlwaysClamp);
  ImGui::EndDisabled();
  help(ui, "Number of levels, evenly spaced between the values at the palette's ends.");
}

}  // namespace

void RunFeature::panel(const Window& window) {
  if (!window.model.workload->iterates() ||
      !section(window.ui, can_be_painted(*window.model.workload) ? "Brush and lines" : "Lines"))
    return;
  if (can_be_painted(*window.model.workload)) brush_rows(window.ui);
  contour_row(window.ui);
  if (!window.model.workload->study) return;
  if (wide_button(window.ui.is_open(action::toggle_study) ? "Close the convergence study" : "Convergence study")) {
    window.ui.ask(action::toggle_study);
  }
  help(window.ui,
       "How the error falls when steps become shorter, and with which order; computed on the CPU in a few seconds.");
}

}  // namespace heteroscope
