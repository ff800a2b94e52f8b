#include "app/window/features/problem/panel.hpp"

#include "app/window/features/disks/disks_feature.hpp"
#include "app/window/features/problem/parameter_rows.hpp"
#include "app/window/features/problem/source_rows.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {

void ProblemFeature::panel(State& state) {
  if (!section(state, "Problem")) return;
  if (state.workload->image) source_rows(state);
  parameter_rows(state, *state.workload, state.settings.problem.parameters);
  disks_row(state);
}

}  // namespace heteroscope
