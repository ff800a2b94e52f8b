#include "app/bench/small_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "app/bench/catalog_with.hpp"
#include "core/base/failure.hpp"
#include "core/base/given_up.hpp"
#include "core/base/message.hpp"
#include "core/base/plural.hpp"
#include "core/device/device.hpp"
#include "core/own/own_variant.hpp"
#include "core/plan/plan.hpp"
#include "core/verify/cases.hpp"
#include "core/verify/verifier.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

constexpr std::size_t most_small_cases = 60;
constexpr double most_reference_operations = 2e7;  ///< of a case's reference, a few tens of milliseconds

/// Small cases from the whole list, in its order.
std::vector<Case> small_cases(const OwnSource& source, const Workload& workload) {
  const Stage& stage = workload.stages[source.stage];
  const CaseFilter filter{.processor = source.processor,
                          .precision = std::nullopt,
                          .variants = {fmt::format("{}={}", stage.id, source.id())}};
  std::vector<Case> all = conformance_cases(workload, {}, filter).cases;
  std::erase_if(
      all, [&](const Case& each) { return reference_operations(each.settings, workload) > most_reference_operations; });
  std::vector<Case> out;
  const std::size_t step = all.size() / most_small_cases + 1;
  for (std::size_t i = 0; i < all.size(); i += step) out.push_back(std::move(all[i]));
  return out;
}

/// "fp32, 33 × 17, 15 steps": the case that was compared, which is another problem than the one that is shown.
std::string case_text(const Case& each, const CatalogWith& known) {
  const Planned planned = plan(each.settings, known.all(), device::all());
  std::string out(id_of(each.settings.problem.precision));
  if (planned) out += fmt::format(", {} × {}", planned.plan->output.size.width, planned.plan->output.size.height);
  if (known.workload().iterates()) out += ", " + plural(each.settings.problem.steps, "step");
  return out;
}

/// `why`: in words that may begin with the file's name already.
std::string wrong_text(const OwnSource& source, const std::string& problem, std::string why) {
  return fmt::format("{}: in a small case of \"verify\" ({}): {}", source.id(), problem,
                     without_name(std::move(why), source.id()));
}

}  // namespace

std::string progress_text(const SmallCheck& so_far) {
  return fmt::format("{} of {} so far", so_far.compared, plural(so_far.cases, "small case"));
}

SmallCheck checked_in_small_cases(const Variant& variant, const std::stop_token& stop,
                                  const std::function<void(const SmallCheck& so_far)>& tell,
                                  std::chrono::milliseconds time) {
  const OwnSource& source = *variant.own;
  const CatalogWith known(variant);
  const auto end = std::chrono::steady_clock::now() + time;
  const std::vector<Case> cases = small_cases(source, known.workload());
  SmallCheck out{.variant = &variant, .cases = static_cast<int>(cases.size())};
  Verifier verifier(known.all(), device::all());
  verifier.set_stop(stop);
  tell(out);
  for (const Case& each : cases) {
    CaseResult result;
    const Failure failure = attempt([&] {
      try {
        result = verifier.run(each);
      } catch (const GivenUp&) {
        // the stop, which is asked for below
      }
    });
    if (stop.stop_requested()) throw GivenUp{};
    if (failure) {
      const bool is_said = failure.line.starts_with(source.id() + ':');
      out.wrong =
          wrong_text(source, case_text(each, known), is_said ? failure.line : "cannot be compared: " + failure.line);
    } else if (result.outcome == Outcome::failed) {
      out.wrong = wrong_text(source, case_text(each, known), failure_text(result));
    }
    if (!out.wrong.empty()) break;
    if (result.outcome == Outcome::passed) ++out.compared;
    if (result.outcome == Outcome::skipped) --out.cases;
    tell(out);
    if (std::chrono::steady_clock::now() > end) break;
  }
  return out;
}

}  // namespace heteroscope
