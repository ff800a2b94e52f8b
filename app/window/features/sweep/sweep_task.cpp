#include "app/window/features/sweep/sweep_task.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/window/model/variant_rows.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {
namespace {

/// "side 512", "2 threads", "block 32x8".
std::string point_words(SweepAxis axis, double x) {
  switch (axis) {
    case SweepAxis::side:
      return fmt::format("side {:.0f}", x);
    case SweepAxis::threads:
      return plural(static_cast<int>(x), "thread");
    case SweepAxis::block:
      break;
  }
  return fmt::format("block {}", format_block(sweep_blocks.at(static_cast<std::size_t>(x))));
}

}  // namespace

BenchEffort sweep_effort() {
  return {.sampling = {.budget_ms = 100, .least = 6}, .warmup = 1};
}

/// Measures point by point through all curves, so that partial results already compare the variants.
class SweepTask::Meter {
 public:
  Meter(SweepTask& task, const std::vector<SweepCase>& cases, Catalog catalog, device::Devices devices)
      : task_(task),
        cases_(cases),
        catalog_(catalog),
        devices_(devices),
        ended_(cases.size(), false),
        meter_(task.effort_, task.stop_token(), task.now_) {}

  void measure_all() {
    std::size_t longest = 0;
    for (const SweepCase& each : cases_) {
      longest = std::max(longest, each.points.size());
      all_ += each.points.size();
    }
    for (std::size_t i = 0; i < longest && !task_.given_up(); ++i) measure_points(i);
    if (task_.given_up()) return;
    task_.tell(share_at(static_cast<double>(done_)), "noise, second measurement");
    meter_.measure_noise_again();
    task_.change([&](MeasuredSweep& made) {
      for (SweepCurve& curve : made.curves) {
        for (SweepCurve::Point& each : curve.points) meter_.complete(each.time);
      }
    });
  }

 private:
  /// The next point of a curve.
  struct Next {
    std::size_t curve = 0;
    PlannedCase one;
  };

  /// Returns whether two points are measured in turns.
  [[nodiscard]] bool alike(const Next& a, const Next& b) const {
    const SweepCase& one = cases_[a.curve];
    const SweepCase& other = cases_[b.curve];
    return one.axis == other.axis && one.processor == other.processor &&
           a.one.plan.settings.problem == b.one.plan.settings.problem;
  }

  /// Measures the i-th point of each curve that has one and has not ended.
  void measure_points(std::size_t i) {
    meter_.trim();  // the next points are larger
    std::vector<Next> next;
    for (std::size_t c = 0; c < cases_.size(); ++c) {
      if (i >= cases_[c].points.size()) continue;
      if (ended_[c]) {
        ++done_;
        continue;
      }
      const Settings& settings = cases_[c].points[i].settings;
      Planned planned;
      const Failure failed = attempt([&] { planned = plan(settings, catalog_, devices_); });
      if (failed || !planned) {
        end(c, failed);
        continue;
      }
      const Stage& stage = planned.plan->workload->main_stage();
      next.push_back({c, case_of(settings, *std::move(planned.plan), stage.id)});
    }
    while (!next.empty() && !task_.given_up()) {
      std::vector<Next> group;
      std::vector<Next> later;
      for (Next& each : next) {
        const bool takes_turns = group.empty() || alike(group.front(), each);
        (takes_turns ? group : later).push_back(std::move(each));
      }
      measure_in_turns(group, i);
      next = std::move(later);
    }
  }

  void measure_in_turns(const std::vector<Next>& group, std::size_t i) {
    std::vector<PlannedCase> cases;
    cases.reserve(group.size());
    for (const Next& each : group) cases.push_back(each.one);
    const SweepCase& first = cases_[group.front().curve];
    const std::string times =
        fmt::format("{}: {}", point_words(first.axis, first.points[i].x), with_more(first.variant, group.size()));
    meter_.tell([&](double part, std::string_view before) {
      task_.tell(share_at(static_cast<double>(done_) + part * static_cast<double>(cases.size())),
                 before.empty() ? times : before);
    });
    const std::vector<VariantMeter::Outcome> found = meter_.measure(cases);
    meter_.tell([](double, std::string_view) {});
    for (std::size_t k = 0; k < found.size(); ++k) {
      const std::size_t c = group[k].curve;
      const SweepCase& of = cases_[c];
      if (found[k].failure) end(c, found[k].failure);
      if (!found[k].time) continue;
      task_.change([&](MeasuredSweep& made) { made.curves[c].points.push_back({of.points[i].x, *found[k].time}); });
      const bool last = i + 1 == of.points.size();
      ended_[c] = !last && of.axis == SweepAxis::side &&
                  !worth_measuring(found[k].time->ms.median, of.points[i].x, of.points[i + 1].x);
      count();
    }
  }

  /// Ends a curve whose point failed for want of memory or by its device: larger ones would fail, too.
  void end(std::size_t curve, const Failure& failed) {
    ended_[curve] = cases_[curve].axis == SweepAxis::side;
    task_.note(failed, cases_[curve].variant);
    count();
  }

  void count() {
    ++done_;
    task_.set_share(share_at(static_cast<double>(done_)));
  }

  [[nodiscard]] double share_at(double done) const { return done / static_cast<double>(all_); }

  SweepTask& task_;
  const std::vector<SweepCase>& cases_;
  Catalog catalog_;
  device::Devices devices_;
  std::vector<bool> ended_;
  VariantMeter meter_;
  std::size_t all_ = 0, done_ = 0;
};

void SweepTask::start(const Settings& settings, Catalog catalog, std::vector<device::Facts> gpus) {
  std::vector<SweepCase> cases = sweep_cases(settings, catalog, gpus);
  MeasuredSweep first{.machine = this_machine(device::facts()), .curves = {}};
  for (const SweepCase& each : cases) first.curves.push_back({each.variant, each.processor, each.axis, {}});
  begin(measured_problem(settings, catalog), std::move(first), "sweep",
        [this, cases = std::move(cases), catalog, gpus = std::move(gpus)] {
          Meter(*this, cases, catalog, gpus).measure_all();
          if (!given_up()) set_share(1);
        });
}

bool SweepTask::has_times() const {
  const auto now = measured();
  return now != nullptr &&
         std::ranges::any_of(now->curves, [](const SweepCurve& each) { return !each.points.empty(); });
}

}  // namespace heteroscope
