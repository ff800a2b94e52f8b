#pragma once

#include <memory>
#include <vector>

#include "app/tune/job.hpp"
#include "app/window/feature/measuring_task.hpp"

namespace heteroscope {

/// The results of a search so far.
struct MeasuredTune {
  std::shared_ptr<const TuneOutcome> all;  ///< the candidates; null before they are known
  TuneFound found;
  /// All kept results, with this one; null before the search has ended, and if this one is not kept (why_not_kept()).
  std::shared_ptr<const TunedWinners> kept;
};

/// A search with an executor of its own. Its destructor gives it up, and its results are then not kept.
class TuneTask : public MeasuringTask<MeasuredTune> {
 public:
  ~TuneTask() { stop(); }

  /// Gives up a search under way and begins a new one.
  void start(const Settings& settings, Catalog catalog, std::vector<device::Facts> gpus);
  /// Sets the time that later searches may take.
  void set_budget(double seconds) { budget_s_ = seconds; }
  [[nodiscard]] double budget_s() const { return budget_s_; }
  /// Returns whether some candidate has been measured.
  [[nodiscard]] bool has_times() const;

 private:
  class Watch;
  void run(const TuneJob& job, Catalog catalog, const std::vector<device::Facts>& gpus);

  double budget_s_ = 60;
};

}  // namespace heteroscope
