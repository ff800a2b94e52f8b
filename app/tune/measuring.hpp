#pragma once

#include <functional>
#include <vector>

#include "app/bench/runner.hpp"
#include "app/tune/candidates.hpp"
#include "app/tune/search.hpp"
#include "core/verify/verifier.hpp"

namespace heteroscope {

/// Measures candidates on this machine as `bench` measures its rows, and compares them with the reference as `verify`
/// does. What a candidate cannot do is its own failure; a lost device is everybody's, and thrown.
class MachineMeasurer final : public TuneMeasurer {
 public:
  /// `stopped` is asked between runs; what the CPU alone computes is given up in the middle.
  MachineMeasurer(const TuneCandidates& candidates, Catalog catalog, std::vector<device::Facts> devices,
                  std::function<bool()> stopped);

  TuneTime measure(std::size_t candidate, double seconds, std::optional<double> ms_to_beat) override;
  std::vector<TuneTime> measure_in_turns(std::span<const std::size_t> candidates, double seconds) override;
  std::string difference(std::size_t candidate) override;
  [[nodiscard]] double now() override;

 private:
  [[nodiscard]] PlannedCase planned(std::size_t candidate) const;
  [[nodiscard]] TuneTime time_of(const PlannedCase& one, const CaseRuns& runs) const;

  const TuneCandidates& candidates_;
  Catalog catalog_;
  std::vector<device::Facts> devices_;
  std::function<bool()> stopped_;
  Runner runner_;
  Verifier verifier_;
  bool warm_ = false;  // a GPU has been kept busy
};

}  // namespace heteroscope
