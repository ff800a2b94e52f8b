#pragma once

#include <string>

#include "app/analysis/claims/compared.hpp"
#include "app/analysis/claims/statement.hpp"
#include "app/results/result.hpp"

namespace heteroscope {

/// "holds", "does not hold", "undecided".
const char* text_of(Verdict verdict);

/// The verdict on a statement.
struct ToldVerdict {
  Verdict verdict = Verdict::unknown;
  std::string why;  ///< with the figures, or what is missing
};
/// That, or its contrary, which is as open.
ToldVerdict contrary_if(bool contrary, ToldVerdict told);

/// The verdict that the statement's bound gives for a ratio.
Verdict verdict_of(const Bounded& ratio, const Statement& statement);

/// A statement about times is judged by the last scene that both sides have with enough runs for an interval; of each
/// side by its fastest row. Only where the medians' intervals leave no doubt it holds or does not, and not by marked
/// rows, nor by what is within the machine's noise.
ToldVerdict judge(const Statement& statement, const Result& result);

/// A conclusion that somebody has drawn from measurements.
struct Claim {
  std::string text;
  std::string where;  ///< in the report: "section 2.1.2"
  Statement statement;
};

/// The verdict on a claim, by what was measured here.
struct Judged {
  const Claim* claim = nullptr;
  Verdict verdict = Verdict::unknown;
  std::string why;  ///< as of its statement
};
Judged judge(const Claim& claim, const Result& result);

}  // namespace heteroscope
