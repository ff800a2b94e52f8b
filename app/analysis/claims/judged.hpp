#pragma once

#include <string>

#include "app/analysis/claims/compared.hpp"
#include "app/results/result.hpp"
#include "core/model/suite.hpp"

namespace heteroscope {

/// "holds", "does not hold", "cannot be told".
const char* text_of(Verdict verdict);

/// What a claim comes to here.
struct Judged {
  const Claim* claim = nullptr;
  Verdict verdict = Verdict::unknown;
  std::string why;  ///< with the figures, or what is missing
};

/// A claim about times is judged by the last scene that both sides have with enough runs for an interval; of each side
/// by its fastest row. Only where the medians' intervals leave no doubt it holds or does not, and not by marked rows.
Judged judge(const Claim& claim, const Result& result);

}  // namespace heteroscope
