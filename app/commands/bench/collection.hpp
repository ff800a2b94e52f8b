#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/commands/bench/asked.hpp"
#include "app/results/parts.hpp"
#include "app/results/result.hpp"
#include "app/text/document.hpp"

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

/// Suites that are measured one after the other.
struct Several {
  std::string title;
  std::vector<Asked> parts;
};

/// Null if the id is no collection's.
const Collection* find_collection(std::string_view id);
/// How often the collection measures its rows by default.
BenchEffort effort_of(const Collection& collection);
/// The measurements that the options ask for; WORKLOAD is a collection's id, a suite's or a workload's. The title is
/// empty for what is no collection. Throws BadInput, also for options that a collection has chosen itself: all but
/// --processor.
Several several_asked_by(const SettingsOptions& options, FileUse& files);
/// The measurements of which a file has the results. Throws BadInput as asked_again() does.
Several asked_again(const Results& results, const std::string& name);

/// Goes on from what a file holds, each part from its own; `parts`: of those, in their order. Throws BadInput if a part
/// is not among them, and as UnfinishedBench::take_up() does.
void take_up(const Several& several, std::vector<UnfinishedBench>& parts, Results earlier, const std::string& name);

/// Measures what is left of each part, one after the other, each ceiling once for all; of `several` and in its order.
/// `keep` gets all that there is each time that there is more. Parts without a row are left out, with the reason, but
/// for those that were not come to.
Results measure_several(const Several& several, const std::vector<UnfinishedBench>& parts, BenchWatch& watch,
                        const std::function<void(const Results&)>& keep);

/// The tables of all, one after the other, and what was left out.
Document report_of(const Results& results);

}  // namespace heteroscope
