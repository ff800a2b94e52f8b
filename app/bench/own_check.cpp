#include "app/bench/own_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/failure.hpp"

namespace heteroscope {

OwnCheck checked_against_reference(const Settings& settings, const std::string& file, Verifier& verifier) {
  OwnCheck out;
  CaseResult result;
  const Failure failure = attempt([&] {
    result = verifier.run(settings);
    // values that may fall on either side of a threshold may be more than are_alike() leaves out
    if (result.outcome == Outcome::passed && result.flipped == 0) out.reference = verifier.reference_summary(settings);
  });
  if (failure.kind == Failure::Kind::defect) raise(failure);
  const std::string start = file + ": ";
  if (failure) {
    out.wrong = failure.line.starts_with(start) ? failure.line : start + failure.line;
  } else if (result.outcome == Outcome::failed) {
    out.wrong = fmt::format("{}{}: {}", start, id_of(settings.problem.precision), failure_text(result));
  }
  return out;
}

bool are_alike(const Plan& plan, const Summary& one, const Summary& other) {
  constexpr double of_orders = 1e-3;   // of additions: more than these change, and less than what is left out
  constexpr double of_summary = 1e-9;  // whose own sum is added up in any order
  const bool adds = tolerance_of(plan, 1) > 0 ||
                    std::ranges::any_of(plan.stages, [](const PlannedStage& each) { return each.stage->sums(); });
  const double share = adds ? of_orders : 0;
  const auto near = [](double x, double y, double most) {
    return x == y || (std::isnan(x) && std::isnan(y)) || std::abs(x - y) <= most;
  };
  const double largest = std::max(std::abs(one.minimum), std::abs(one.maximum));
  return one.count == other.count && one.nans == other.nans && near(one.minimum, other.minimum, share * largest) &&
         near(one.maximum, other.maximum, share * largest) &&
         near(one.sum, other.sum, std::max(share, of_summary) * one.magnitudes) &&
         near(static_cast<double>(one.zeros), static_cast<double>(other.zeros), share * static_cast<double>(one.count));
}

}  // namespace heteroscope
