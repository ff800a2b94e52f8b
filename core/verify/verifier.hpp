#pragma once

#include <cstdint>
#include <deque>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "core/run/execute.hpp"
#include "core/verify/case.hpp"
#include "core/verify/reference_result.hpp"

namespace heteroscope {

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
  void make_room();
  const ReferenceResult& reference(const Settings& settings, const Workload& workload);

  Catalog catalog_;
  std::vector<device::Facts> gpus_;
  std::stop_token stop_;
  Executor executor_;
  std::deque<ReferenceResult> references_;  ///< the oldest first
};

}  // namespace heteroscope
