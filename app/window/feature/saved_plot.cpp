#include "app/window/feature/saved_plot.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "app/results/machine.hpp"
#include "app/window/model/render_command.hpp"
#include "core/device/device.hpp"
#include "core/link/machines.hpp"

namespace heteroscope {

std::string figure_title(const WindowModel& model, const std::string& what, const std::string& made) {
  return fmt::format("{}: {}{}{}", model.workload->label, what, made.empty() ? "" : ", ", made);
}

SavedGraph saved_graph(const WindowModel& model, const PlotToSave& of) {
  return {.stem = fmt::format("heteroscope-{}-{}", model.workload->id, of.name),
          .figure = [&of] { return measured_figure(this_machine(device::facts()), of.plot(figure_theme()), of.title); },
          .csv =
              [&model, &of] {
                return measured_csv(this_machine(device::facts()), render_command(model.settings(), model.catalog),
                                    plot_csv(of.plot(figure_theme()), of.x_name));
              }};
}

namespace {

std::optional<Machine> known_machine(const std::string& name) {
  if (!is_known_machine(name)) return std::nullopt;
  Execution there;
  there.machine = name;
  return computing_machine(there);
}

}  // namespace

std::string frames_csv(const WindowModel& model) {
  const Machine machine = this_machine(device::facts());
  return measured_csv(machine, render_command(model.settings(), model.catalog),
                      model.frames.csv(machine, known_machine, model.saves));
}

SeenPlot draw_saved_plot(Ui& ui, const WindowModel& model, const PlotToSave& of) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  Plot plot = of.plot(ui.theme());
  plot.kept = static_cast<double>(save_menu_width(ui));
  SeenPlot out = draw_plot(ui, plot);
  if (out.frame.empty) return out;
  const ImVec2 after = ImGui::GetCursorScreenPos();
  ImGui::SetCursorScreenPos({at.x + width - save_menu_width(ui) + ui.units(16), at.y});
  save_menu(ui, saved_graph(model, of));
  ImGui::SetCursorScreenPos(after);
  return out;
}

}  // namespace heteroscope
