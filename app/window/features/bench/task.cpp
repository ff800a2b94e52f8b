#include "app/window/features/bench/task.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "app/text/format.hpp"
#include "core/base/error.hpp"

namespace heteroscope {
namespace {

/// "Row 3 of 40, about 2 minutes left: 1024 fp64 simd", "Before the rows: noise of 2 threads".
std::string progress_words(const BenchProgress& at) {
  const std::string left = at.left_s ? fmt::format(", about {} left", rough_time(*at.left_s)) : "";
  if (at.prepares) return fmt::format("Preparation{}: {}", left, at.now);
  return fmt::format("Row {} of {}{}: {}", std::min(at.done + 1, at.all), at.all, left, at.now);
}

}  // namespace

/// Publishes the rows measured so far before the next one is measured.
class BenchTask::Watch final : public BenchWatch {
 public:
  explicit Watch(BenchTask& task) : task_(task) {}

  void comes(const BenchProgress& at) override {
    if (at.now != now_) task_.used_ = false;
    now_ = at.now;
    task_.tell(at.share, progress_words(at));
  }
  void measured(const BenchRow& /*row*/) override {
    if (task_.used_) disturbed_.insert(rows_);
    ++rows_;
  }
  [[nodiscard]] bool stopped() override { return task_.given_up(); }

  void show(const Results& so_far, bool whole) {
    if (so_far.parts.empty()) return;
    // only the last part has changed since it was shown
    if (!known_.empty()) known_.pop_back();
    auto views = std::make_shared<const BenchViews>(views_of(so_far, disturbed_, known_));
    known_ = views->parts;
    task_.change([&](MeasuredBench& made) {
      made.views = std::move(views);
      made.disturbed = static_cast<int>(disturbed_.size());
      made.whole = whole;
    });
  }

 private:
  BenchTask& task_;
  std::string now_;                  // the row that was announced last
  std::size_t rows_ = 0;             // rows of all parts so far
  std::set<std::size_t> disturbed_;  // places of the rows that were measured while the window was used
  std::vector<std::shared_ptr<const BenchView>> known_;
};

void BenchTask::start(const BenchOutlook& outlook, BenchCare care) {
  const Several& asked = outlook.asked;
  const Asked& first = asked.parts.front();
  const std::string alone(first.suite != nullptr ? first.suite->id : first.workload->id);
  MeasuredBench made{
      .title = asked.title.empty() ? alone : asked.title, .command = command_of(outlook.line, care), .views = nullptr};
  begin(first.cases.front().settings, std::move(made), "",
        [this, asked, effort = outlook.effort(care)] { measure_all(asked, effort); });
}

/// A failure ends the measurement; the rows before it stay.
void BenchTask::measure_all(const Several& asked, const BenchEffort& effort) {
  Watch watch(*this);
  note(attempt([&] {
    std::vector<UnfinishedBench> parts;
    for (const Asked& each : asked.parts) parts.emplace_back(each, effort);
    const Results results =
        measure_several(asked, parts, watch, [&](const Results& so_far) { watch.show(so_far, false); });
    if (results.parts.empty() && !results.left_out.empty() && !given_up())
      throw BadInput("nothing can be measured here: " + results.left_out.front().reason);
    watch.show(results, !given_up());
  }));
  set_share(1);
}

}  // namespace heteroscope
