#include "app/window/features/tune/tune_task.hpp"

#include <fmt/format.h>

#include <span>

#include "app/tune/measuring.hpp"
#include "app/window/model/variant_rows.hpp"
#include "core/base/failure.hpp"

namespace heteroscope {

/// Shows each candidate as soon as it is measured.
class TuneTask::Watch final : public TuneWatch {
 public:
  Watch(TuneTask& task, const TuneSpace& space) : task_(task), space_(space) {}
  void begins(std::span<const std::size_t> candidates) override {
    task_.tell(0, candidates.size() > 1 ? fmt::format("the fastest {}, in turns", candidates.size())
                                        : space_.text(candidates.front()));
  }
  void goes_on(double share, const TuneFound& found) override {
    task_.set_share(share);
    task_.change([&](MeasuredTune& made) { made.found = found; });
  }
  [[nodiscard]] bool stopped() override { return task_.given_up(); }

 private:
  TuneTask& task_;
  const TuneSpace& space_;
};

void TuneTask::start(const Settings& settings, Catalog catalog, std::vector<device::Facts> gpus) {
  TuneJob job{.settings = measured_problem(settings, catalog), .fixed = {}, .effort = {.budget_s = budget_s_}};
  // starts from the settings that a person has chosen
  job.settings.execution = settings.execution;
  begin(job.settings, {}, "tune", [this, job, catalog, gpus = std::move(gpus)] { run(job, catalog, gpus); });
}

void TuneTask::run(const TuneJob& job, Catalog catalog, const std::vector<device::Facts>& gpus) {
  tell(0, "possible combinations");
  auto outcome = std::make_shared<TuneOutcome>(prepare(job, catalog, gpus));
  change([&](MeasuredTune& made) { made.all = outcome; });
  if (outcome->candidates.settings.empty()) {
    const auto& why = outcome->candidates.left_out;
    throw BadInput(why.empty() ? "no combination of settings can be tried here" : why.front().first);
  }
  Watch watch(*this, outcome->candidates.space);
  MachineMeasurer measurer(outcome->candidates, catalog, gpus, [this] { return given_up(); });
  TuneFound found = search(outcome->candidates.space, job.seed, job.effort, measurer, watch);
  auto whole = std::make_shared<TuneOutcome>(*outcome);
  whole->record.found = found;
  change([&](MeasuredTune& made) {
    made.all = whole;
    made.found = found;
  });
  if (whole->winner() == nullptr) {
    if (found.end == TuneEnd::stopped) return;
    throw BadInput("none of the candidates gives the reference's result");
  }
  if (found.end == TuneEnd::stopped || !why_not_kept(*whole).empty()) return;
  TunedRecollection known;
  const Failure failed =
      attempt([&] { keep_tuned(tuned_path(), kept_of(*whole, job, catalog, gpus), catalog, known); });
  change([&](MeasuredTune& made) { made.kept = std::make_shared<const TunedWinners>(known.winners); });
  if (failed) raise(failed);
  if (!known.trouble.empty()) throw BadInput(known.trouble);
}

bool TuneTask::has_times() const {
  const auto now = measured();
  return now != nullptr && now->found.winner.has_value();
}

}  // namespace heteroscope
