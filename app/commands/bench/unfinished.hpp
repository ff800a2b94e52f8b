#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/commands/bench/asked.hpp"
#include "app/results/result.hpp"

namespace heteroscope {

/// What is to be measured, and what of that an earlier run has measured before it was stopped or killed.
class UnfinishedBench {
 public:
  /// `effort`: of this run.
  UnfinishedBench(const Asked& asked, const BenchEffort& effort);

  /// Goes on from what a file holds, whose name is for messages. Throws BadInput if it was measured with other settings
  /// or on another machine.
  void take_up(Result earlier, const std::string& name);
  /// The cases that have no row yet.
  [[nodiscard]] const std::vector<BenchCase>& left() const { return left_; }
  [[nodiscard]] const BenchEffort& effort() const { return effort_; }
  /// The earlier rows and those of `now`, in the order of the cases.
  [[nodiscard]] Result with(Bench now) const;

 private:
  const Asked& asked_;
  BenchEffort effort_;
  std::vector<std::string> keys_;  ///< of the cases
  std::optional<Result> earlier_;
  std::vector<BenchCase> left_;
};

}  // namespace heteroscope
