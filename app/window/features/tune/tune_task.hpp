#pragma once

#include <memory>
#include <vector>

#include "app/tune/job.hpp"
#include "app/window/feature/measuring_task.hpp"

namespace heteroscope {

/// As far as a search has come.
struct MeasuredTune {
  std::shared_ptr<const TuneOutcome> all;  ///< the candidates; null before they are known
  TuneFound found;
  /// All that are, with this one; null before it has ended, and where this one is not kept (why_not_kept()).
  std::shared_ptr<const TunedWinners> kept;
};

/// A search, with an executor of its own. Given up when it goes; what it has found by then is not kept.
class TuneTask : public MeasuringTask<MeasuredTune> {
 public:
  ~TuneTask() { stop(); }

  /// Begins anew, after giving up what is under way.
  void start(const Settings& settings, Catalog catalog, std::vector<device::Facts> gpus);
  /// For searches that begin from now on.
  void set_budget(double seconds) { budget_s_ = seconds; }
  [[nodiscard]] double budget_s() const { return budget_s_; }
  /// Some candidate has been measured.
  [[nodiscard]] bool has_times() const;

 private:
  class Watch;
  void run(const TuneJob& job, Catalog catalog, const std::vector<device::Facts>& gpus);

  double budget_s_ = 60;
};

}  // namespace heteroscope
