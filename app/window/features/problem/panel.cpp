#include "app/window/features/problem/panel.hpp"

#include "app/window/feature/setting_rows.hpp"
#include "app/window/features/disks/disks_feature.hpp"
#include "app/window/features/problem/parameter_rows.hpp"
#include "app/window/features/problem/source_rows.hpp"
#include "app/window/model/stepper.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {

void ProblemFeature::panel(const Window& window) {
  if (!section(window.ui, "Problem")) return;
  if (window.model.workload->image) source_rows(window, kept_);
  parameter_rows(window, *window.model.workload, window.model.edit()->problem.parameters, kept_);
  disks_row(window.ui, window.model);
}

void ProblemFeature::offer(const Window& window, std::vector<Offer>& to) {
  for (const Workload* const each : window.model.catalog) {
    const auto take = [each](const Window& taking) {
      WindowModel& model = taking.model;
      model.chosen = with_workload(model.settings(), *each, model.sources, model.catalog);
      open_playing(model, *each);
    };
    const bool shown = each == window.model.workload;
    to.push_back(
        {std::string(each->label), "workload", shown ? "it is already shown" : "", take, std::string(each->id)});
  }
  for (const Parameter& each : window.model.workload->parameters) offer_label(std::string(each.label), "Problem", to);
}

}  // namespace heteroscope
