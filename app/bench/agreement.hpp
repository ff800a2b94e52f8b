#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>

#include "core/run/execute.hpp"
#include "core/verify/reference_result.hpp"

namespace heteroscope {

/// How far a result is from the reference's.
struct Agreement {
  std::int64_t values = 0;
  std::int64_t differing = 0;
  double largest = 0;  ///< difference
};

/// Holds results against the reference's, which is computed once for results of one problem that follow each other.
class References {
 public:
  /// None where `cancel` was set while the reference was computed; what takes steps goes to its end. Throws BadInput
  /// where the reference cannot be computed.
  std::optional<Agreement> with(const Frame& frame, const std::stop_token& stop);
  /// Returns the reference's result of another problem than the plan's (TimedRun::other_problem), which stays until it
  /// is asked for one of another plan. Throws GivenUp where `stop` was set meanwhile; BadInput likewise.
  const ReferenceResult& of_other_problem(const Plan& plan, std::uint32_t number, const std::stop_token& stop);
  /// Gives the last ones' memory back.
  void trim();

 private:
  std::optional<Problem> problem_;
  Field field_;
  std::uint32_t number_ = 0;  ///< of the other problem
  std::optional<ReferenceResult> of_other_;
};

}  // namespace heteroscope
