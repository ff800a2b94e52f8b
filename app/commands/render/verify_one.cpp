#include <fmt/format.h>

#include "app/commands/render/render.hpp"
#include "app/commands/render/report.hpp"
#include "app/compute/compute.hpp"
#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/options/unused_options.hpp"
#include "core/base/error.hpp"
#include "core/base/plural.hpp"
#include "core/verify/verifier.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

int verify_one(const RenderOptions& options) {
  if (!options.out.empty() || options.trace || options.values || options.tile || options.resume || options.costs ||
      options.checkpoint) {
    throw BadInput(
        "--verify only compares: leave out --out, --trace, --values, --tile, --costs, --checkpoint and "
        "--resume");
  }
  const Case wanted{.settings = settings_of(options), .route = options.route ? parse_route(*options.route) : Route{}};
  refuse_unused(options.settings, wanted.settings);
  refuse_unused_parameters(options.settings, std::span(&wanted.settings, 1));
  refuse_unused_execution(options.settings, wanted.settings);
  refuse_look(options.settings, "--verify compares values and uses no colors");
  const Plan plan = plan_or_refuse(wanted.settings);
  check_limit(plan, options.settings.allow_unstable);
  const CaseResult result = Verifier(catalog(), device::all()).run(wanted);
  if (result.outcome == Outcome::skipped) {
    throw BadInput(fmt::format(
        "--verify: {}: there is no right result; `heteroscope diff` shows how much two results differ", result.reason));
  }
  const std::string what = fmt::format("{} {} on {}, {}", computed_what(plan), id_of(wanted.settings.problem.precision),
                                       executed_by(plan), route_text(wanted.route));
  if (result.outcome == Outcome::failed) {
    print_out(fmt::format("MISMATCH: {}: {}\n", what, failure_text(result)));
    return exit_different;
  }
  const std::string flipped =
      result.flipped == 0
          ? ""
          : fmt::format("; {} on the other side of a threshold, because a sum differs within its tolerance",
                        result.flipped);
  print_out(fmt::format("no mismatch: {}: {} {}, at most by {:.3g}, within the tolerance{}\n", what,
                        plural(result.diff.differing, "value"), noun(result.diff.differing, "differs", "differ"),
                        result.diff.max_error, flipped));
  return exit_success;
}

}  // namespace heteroscope
