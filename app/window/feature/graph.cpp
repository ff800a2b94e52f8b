#include "app/window/feature/graph.hpp"

#include "app/window/model/scope_view.hpp"

namespace heteroscope {

bool has_own_graph(const WindowModel& model) {
  return model.workload->iterates() || shows_scope(model);
}

bool chooses_own_graph(const Ui& ui, const WindowModel& model) {
  return ui.preferences.run_plots && !ui.preferences.roofline && has_own_graph(model);
}

void choose_own_graph(Ui& ui) {
  ui.preferences.run_plots = true;
  ui.preferences.roofline = false;
}

}  // namespace heteroscope
