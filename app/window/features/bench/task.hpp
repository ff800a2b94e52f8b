#pragma once

#include <atomic>
#include <memory>
#include <string>

#include "app/window/feature/measuring_task.hpp"
#include "app/window/features/bench/choice.hpp"
#include "app/window/features/bench/view.hpp"

namespace heteroscope {

/// The results of the window's bench so far.
struct MeasuredBench {
  std::string title;                        ///< the collection's id, the suite's, or the workload's
  std::string command;                      ///< the command line that measures the same
  std::shared_ptr<const BenchViews> views;  ///< null: no row has been measured yet
  int disturbed = 0;                        ///< rows that were measured while the window was in use
  bool whole = false;                       ///< every chosen row has been measured or cannot be
};

/// Measures the rows of a BenchOutlook one after the other, on a thread of its own. Its destructor stops it.
class BenchTask : public MeasuringTask<MeasuredBench> {
 public:
  ~BenchTask() { stop(); }

  /// Begins a new measurement, after ending the one that is running.
  void start(const BenchOutlook& outlook, BenchCare care);
  /// Notes that the window is used: the row that is being measured will be marked.
  void note_use() { used_ = true; }

 private:
  class Watch;
  void measure_all(const Several& asked, const BenchEffort& effort);

  std::atomic<bool> used_{false};
};

}  // namespace heteroscope
