#include "app/window/bench/task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "app/bench/data.hpp"
#include "core/base/error.hpp"

namespace heteroscope {
namespace {

/// "3 of 40, about 2 min left: 1024 fp64 simd".
std::string progress_words(const BenchProgress& at) {
  const std::string left = at.left_s ? fmt::format(", about {} left", rough_time(*at.left_s)) : "";
  return fmt::format("{} of {}{}: {}", std::min(at.done + 1, at.all), at.all, left, at.now);
}

}  // namespace

/// Shows rows as they come: all that are there, before the next are measured.
class BenchTask::Watch final : public BenchWatch {
 public:
  Watch(BenchTask& task, const Asked& asked, const BenchEffort& effort) : task_(task), asked_(asked) {
    bench_.title = title_of(asked);
    bench_.suite = asked.suite;
    bench_.effort = effort;
  }

  static std::string title_of(const Asked& asked) {
    return std::string(asked.suite != nullptr ? asked.suite->id : asked.workload->id);
  }

  void comes(const BenchProgress& at) override {
    task_.used_ = false;
    task_.set_share(static_cast<double>(at.done) / static_cast<double>(std::max<std::size_t>(at.all, 1)));
    task_.change([&](MeasuredBench& made) { made.now = progress_words(at); });
    show_rows();
  }
  void measured(const BenchRow& row) override {
    if (task_.used_) disturbed_.insert(bench_.rows.size());
    bench_.rows.push_back(row);
  }
  [[nodiscard]] bool stopped() override { return task_.given_up(); }

  /// The rows so far, if there are more than are shown.
  void show_rows() {
    if (bench_.rows.size() > shown_) show(bench_, false);
  }
  void show_all(Bench whole, bool to_the_end) {
    whole.title = bench_.title;
    whole.suite = bench_.suite;
    if (!whole.rows.empty()) show(std::move(whole), to_the_end);
  }

 private:
  void show(Bench bench, bool whole) {
    shown_ = bench.rows.size();
    auto view = std::make_shared<const BenchView>(
        view_of(std::make_shared<const Result>(result_of(bench, *asked_.workload)), disturbed_));
    task_.change([&](MeasuredBench& made) {
      made.view = std::move(view);
      made.disturbed = static_cast<int>(disturbed_.size());
      made.whole = whole;
    });
  }

  BenchTask& task_;
  const Asked& asked_;
  Bench bench_;
  std::set<std::size_t> disturbed_;
  std::size_t shown_ = 0;
};

void BenchTask::start(const BenchOutlook& outlook, BenchCare care, Catalog catalog) {
  MeasuredBench first{
      .title = Watch::title_of(outlook.asked), .command = command_of(outlook.line, care), .now = {}, .view = nullptr};
  begin(outlook.asked.cases.front().settings, std::move(first), "",
        [this, asked = outlook.asked, effort = effort_of(care), catalog] { measure_all(asked, effort, catalog); });
}

/// What fails ends the measurement; the rows before it stay.
void BenchTask::measure_all(const Asked& asked, const BenchEffort& effort, Catalog catalog) {
  Watch watch(*this, asked, effort);
  const Failure failed = attempt([&] {
    Bench bench = measure(asked.cases, catalog, effort, watch);
    if (bench.rows.empty() && !bench.skips.empty() && !given_up())
      throw BadInput("nothing can be measured here: " + bench.skips.front().first);
    watch.show_all(std::move(bench), !given_up());
  });
  if (failed) watch.show_rows();
  note(failed);
  set_share(1);
}

}  // namespace heteroscope
