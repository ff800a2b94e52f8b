#include "app/bench/own_check.hpp"

#include <fmt/format.h>

#include "core/base/failure.hpp"

namespace heteroscope {

std::string why_not_right(const Settings& settings, const std::string& file, Verifier& verifier) {
  CaseResult result;
  const Failure failure = attempt([&] { result = verifier.run(settings); });
  if (failure.kind == Failure::Kind::defect) raise(failure);
  const std::string start = file + ": ";
  if (failure) return failure.line.starts_with(start) ? failure.line : start + failure.line;
  if (result.outcome != Outcome::failed) return {};
  return fmt::format("{}{}: {}", start, id_of(settings.problem.precision), failure_text(result));
}

}  // namespace heteroscope
