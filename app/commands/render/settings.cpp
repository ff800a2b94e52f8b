#include <fmt/format.h>

#include <algorithm>

#include "app/commands/render/render.hpp"
#include "app/options/settings_options.hpp"
#include "app/tune/kept.hpp"
#include "core/base/error.hpp"
#include "core/model/schema/schema.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

Settings settings_of(const RenderOptions& options) {
  Settings out = make_settings(options.settings);
  if (!options.tuned) return out;
  const bool says_how = std::ranges::any_of(
      execution_schema(), [&](const Setting* each) { return !options.settings.all_of(each->id()).empty(); });
  if (says_how) {
    throw BadInput("--tuned sets how the result is computed: leave out --processor, --variant and similar options");
  }
  const TunedWinners winners = load_tuned(tuned_path(), catalog());
  const TunedWinner* const winner = winners.find(tuned_for(out, catalog(), device::all()));
  if (winner == nullptr) {
    throw BadInput(
        fmt::format("--tuned: no winner is saved for {} at this precision and size on this machine (heteroscope tune "
                    "{} finds one)",
                    out.problem.workload, out.problem.workload));
  }
  use_tuned(out, winner->execution);
  return out;
}

}  // namespace heteroscope
