#pragma once

#include <map>
#include <string>

#include "core/compare.hpp"
#include "core/execute.hpp"

namespace heteroscope {

enum class Outcome { passed, failed, skipped };

/// How one case compares with its reference.
struct CaseResult {
  Outcome outcome = Outcome::passed;
  std::string reason;   ///< of a skip, one line
  Diff diff;            ///< reference against case
  double expected = 0;  ///< the reference's value at the first pixel beyond the tolerance
  double found = 0;     ///< the case's value there
};

/// Runs cases against their references; each reference is computed once and kept.
class Verifier {
 public:
  Verifier(Catalog catalog, const device::Facts& facts) : catalog_(catalog), facts_(facts) {}

  /// Skipped where the device cannot run it. Throws BadInput for settings that no device could run, and DeviceError.
  CaseResult run(const Settings& settings);
  /// Forgets the references.
  void forget() { references_.clear(); }

 private:
  const Field& reference(const Settings& settings, const Workload& workload);

  Catalog catalog_;
  const device::Facts& facts_;
  Executor executor_;
  std::map<std::string, Field> references_;  ///< by the reference's settings as text
};

}  // namespace heteroscope
