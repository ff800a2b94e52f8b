#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "app/window/feature/measuring_task.hpp"
#include "app/window/features/bench/choice.hpp"
#include "app/window/features/bench/view.hpp"

namespace heteroscope {

/// What a bench of the window has measured so far.
struct MeasuredBench {
  std::string title;                        ///< the collection's id, the suite's, or the workload's
  std::string command;                      ///< that measures the same
  std::string now;                          ///< how far it is, what is measured, and how long the rest will take
  std::shared_ptr<const BenchViews> views;  ///< null: no row is there
  int disturbed = 0;                        ///< rows that were measured while the window was in use
  bool whole = false;                       ///< everything that was chosen was measured, or cannot be
};

/// Measures what a bench outlook says, on a thread of its own, row by row. Given up when it goes.
class BenchTask : public MeasuringTask<MeasuredBench> {
 public:
  ~BenchTask() { stop(); }

  /// Begins anew, after giving up what is under way.
  void start(const BenchOutlook& outlook, BenchCare care);
  /// The window is in use: rows that are being measured are marked.
  void note_use() { used_ = true; }

 private:
  class Watch;
  void measure_all(const Several& asked, const BenchEffort& effort);

  std::atomic<bool> used_{false};
};

}  // namespace heteroscope
