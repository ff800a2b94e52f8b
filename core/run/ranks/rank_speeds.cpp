#include "core/run/ranks/rank_speeds.hpp"

#include <algorithm>
#include <cstring>
#include <utility>
#include <vector>

#include "core/device/device.hpp"
#include "core/run/ranks/rank_executor.hpp"
#include "core/world/communicator.hpp"
#include "core/world/messages.hpp"
#include "core/world/open_together.hpp"

namespace heteroscope {

namespace {

/// Rows that this rank takes one step a millisecond; 0 where it has taken none.
double own_speed(const RankPlan& plan, RankUse use) {
  constexpr std::int64_t unmeasured = 16;  // a GPU loads its kernels
  constexpr std::int64_t steps = 48;
  use.wants_result = false;
  RankPlan trial = plan;
  trial.plan.settings.problem.strokes.clear();
  trial.plan.problem.strokes.clear();
  const RanksRun options{.summarize = false, .ranks = use};
  RankExecutor executor;
  Timing timing;
  for (const std::int64_t until : {unmeasured, steps}) {
    trial.plan.settings.problem.steps = until;
    trial.plan.problem.steps = until;
    timing = executor.execute(trial, options).value().frame.timing;
  }
  const double ms = timing.compute();
  return ms > 0 ? plan.own().count() * static_cast<double>(timing.steps) / ms : 0;
}

/// The speeds of all ranks, the same at each: rank 0 announces them.
std::vector<double> all_speeds(Communicator& communicator, double own) {
  std::vector<double> out(static_cast<std::size_t>(communicator.count()));
  out.front() = own;
  if (communicator.rank() > 0) {
    communicator.send(0, packed(own));
    const std::vector<std::byte> message = communicator.receive(0);
    std::memcpy(out.data(), rest_of(message).first(out.size() * sizeof(double)).data(), out.size() * sizeof(double));
    return out;
  }
  for (int i = 1; i < communicator.count(); ++i)
    out[static_cast<std::size_t>(i)] = unpacked<double>(rest_of(communicator.receive(i)));
  for (int i = 1; i < communicator.count(); ++i) communicator.send(i, std::as_bytes(std::span(out)));
  return out;
}

}  // namespace

bool is_uneven(const Parts& bands, std::span<const double> speeds) {
  constexpr double much = 1.25;  // more than what is measured varies by
  double longest = 0;
  double rows = 0;
  double speed = 0;
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    if (!(speeds[i] > 0)) return false;
    longest = std::max(longest, bands[i].count() / speeds[i]);
    rows += bands[i].count();
    speed += speeds[i];
  }
  return longest > much * rows / speed;
}

RankPlan with_rows_by_speed(const RankPlan& of, const RankUse& use) {
  if (of.plan.settings.problem.steps < least_steps_for_speeds) return of;
  Communicator& communicator = *use.communicator;
  const std::vector<double> speeds = all_speeds(communicator, own_speed(of, use));
  if (!is_uneven(of.bands, speeds)) return of;
  RankPlanned out = with_bands(of, bands_by_speed(of.plan, speeds), device::all());
  const bool fits = communicator.largest(out ? 0 : 1) == 0;
  return fits ? *std::move(out.plan) : of;
}

}  // namespace heteroscope
