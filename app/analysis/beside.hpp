#pragma once

#include "app/analysis/compared.hpp"
#include "app/results/result.hpp"
#include "app/text/document.hpp"
#include "core/model/suite.hpp"

namespace heteroscope {

/// What a claim comes to here.
/// "holds", "does not hold", "cannot be told here".
const char* text_of(Verdict verdict);

struct Judged {
  const Claim* claim = nullptr;
  Verdict verdict = Verdict::unknown;
  std::string why;  ///< with the figures, or what is missing
};

/// The claim, of the rows with the axis' largest value, or the last scene, that both sides have; of each side the
/// fastest row. A difference counts where the medians' intervals leave no doubt.
Judged judge(const Claim& claim, const Result& result);

/// What has been published beside what was measured, a line for each row of it; and what its conclusions come to.
Document beside_published(const Result& result, const Suite& suite);

}  // namespace heteroscope
