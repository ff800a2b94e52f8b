#include "app/window/features/problem/panel.hpp"

#include "app/window/features/disks/disks_feature.hpp"
#include "app/window/features/problem/parameter_rows.hpp"
#include "app/window/features/problem/source_rows.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {

void ProblemFeature::panel(const Window& window) {
  if (!section(window.ui, "Problem")) return;
  if (window.model.workload->image) source_rows(window, kept_);
  parameter_rows(window, *window.model.workload, window.model.edit()->problem.parameters, kept_);
  disks_row(window.ui, window.model);
}

}  // namespace heteroscope
