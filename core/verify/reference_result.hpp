#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/frame/frame.hpp"
#include "core/run/compare.hpp"
#include "core/verify/route.hpp"

namespace heteroscope {

enum class Outcome { passed, failed, skipped };

/// How one case compares with its reference.
struct CaseResult {
  Outcome outcome = Outcome::passed;
  std::string reason;        ///< of a skip, or of a failure that is not a value's; one line
  Diff diff;                 ///< reference against case
  std::int64_t flipped = 0;  ///< values that differ only because a sum before them differs within its tolerance
  bool binned = false;       ///< its values are of bins
  double expected = 0;       ///< the reference's value at the first pixel beyond the tolerance
  double found = 0;          ///< the case's value there
};

/// How far a plan's result may be from the reference's. `largest`: the largest magnitude in its input. 0: all of its
/// variants have the reference's bits.
double tolerance_of(const Plan& plan, double largest);

/// "12 values beyond the tolerance, first at x 3, y 0: 1 instead of 2", of bins "first in bin 3: …", or the reason: of
/// a failed one.
std::string failure_text(const CaseResult& result);

/// A reference's result, and what others are held against beside it.
struct ReferenceResult {
  Problem problem;
  Field field;
  Field input;
  Field state;                ///< of an iteration whose state is not the result
  double largest = 0;         ///< magnitude in the input
  double mean_magnitude = 0;  ///< of the input's values
  std::vector<std::vector<double>> reduced;
  std::vector<const Variant*> variants;
};
/// Of a frame that the reference has computed on the host, whose memory no later frame uses.
ReferenceResult reference_result(const Frame& frame);

/// Returns how a frame compares with the reference's result of its problem: passed, or failed. `on_host`: the frame's
/// field, there; `route`: how the frame was computed.
CaseResult compared_with(const ReferenceResult& expected, const Frame& found, const Field& on_host,
                         const Route& route = {});

}  // namespace heteroscope
