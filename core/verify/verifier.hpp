#pragma once

#include <cstdint>
#include <deque>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/run/compare.hpp"
#include "core/run/execute.hpp"
#include "core/verify/case.hpp"

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

/// Runs cases against their references; each reference is computed once and kept for the cases that follow.
class Verifier {
 public:
  Verifier(Catalog catalog, const device::Facts& gpu) : catalog_(catalog), gpus_{gpu} {}
  Verifier(Catalog catalog, std::vector<device::Facts> gpus) : catalog_(catalog), gpus_(std::move(gpus)) {}

  /// Skipped where the device cannot run it, and where it need not agree with its reference. Throws BadInput for
  /// settings that no device could run, and DeviceError.
  CaseResult run(const Case& wanted);
  CaseResult run(const Settings& settings) { return run(Case{.settings = settings}); }
  /// Returns the summary of the reference's result. Throws as run() does.
  Summary reference_summary(const Settings& settings);
  /// From now on run() throws GivenUp once that is set, in the middle of what the CPU alone computes in one go: the
  /// reference, and by the plain route a case that takes no steps.
  void set_stop(std::stop_token stop) { stop_ = std::move(stop); }
  /// Forgets the references.
  void forget();

 private:
  /// The kept result of a reference.
  struct Reference {
    Problem problem;
    Field field;
    Field input;
    Field state;                ///< of an iteration whose state is not the result
    double largest = 0;         ///< magnitude in the input
    double mean_magnitude = 0;  ///< of the input's values
    std::vector<std::vector<double>> reduced;
    std::vector<const Variant*> variants;
  };

  void make_room();
  const Reference& reference(const Settings& settings, const Workload& workload);
  /// Names the first stage whose sum, or mean, is further from the reference's than the two variants' orders of
  /// addition allow; empty if there is none.
  static std::string wrong_sum(const Reference& expected, const Frame& found, const Route& route);
  static std::string wrong_state(const Reference& expected, const Frame& found);
  static void excuse_flips(const Reference& expected, const Frame& found, const Field& on_host, CaseResult& result);

  Catalog catalog_;
  std::vector<device::Facts> gpus_;
  std::stop_token stop_;
  Executor executor_;
  std::deque<Reference> references_;  ///< the oldest first
};

}  // namespace heteroscope
