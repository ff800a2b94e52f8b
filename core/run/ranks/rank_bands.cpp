#include "core/run/ranks/rank_bands.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

#include "core/base/ceil_div.hpp"
#include "core/base/error.hpp"
#include "core/model/settings/processors.hpp"
#include "core/plan/iterate_limits.hpp"
#include "core/plan/partition.hpp"

namespace heteroscope {

namespace {

/// Rows that a band has at least. Where participants meet these are what their sums are made of, and the last may be a
/// part of that; else what a step looks at beyond its own, which a neighbor must have.
struct Least {
  int rows = 1;
  int bands = 1;  ///< of so many rows that there can be
};

Least least_rows_of(const Plan& plan) {
  if (plan.workload->iteration() == nullptr) {
    // bands of as many cells each: none is thinner than a row of the longest
    const Extent& whole = plan.output;
    const std::int64_t cells = values_above(whole.domain, whole.size.width, whole.size.height);
    return {1, static_cast<int>(cells / whole.size.width)};
  }
  const int height = plan.state.size.height;
  if (const int grain = exchange_grain(plan); grain > 0) return {grain, ceil_div(height, grain)};
  const int reach = std::max(plan.workload->iteration()->reach(plan.parameters), 1);
  return {reach, height / reach};
}

/// Rows of a neighbor that come at a time.
int rows_exchanged(const Plan& plan) {
  return std::max(rows_between_exchanges, plan.workload->iteration()->reach(plan.parameters));
}

/// Rows of the state's planes for which a rank has memory beside those that it holds: of the edges that may be computed
/// by themselves (core/run/ranks/rank_steps.hpp).
int rows_of_edges(const Plan& plan, Rows own) {
  if (exchange_grain(plan) > 0) return 0;
  const int each = 3 * rows_exchanged(plan);
  if (own.count() < each) return 0;  // they are not cut off
  const bool above = own.begin > 0;
  const bool below = own.end < plan.state.size.height;
  return each * ((above ? 1 : 0) + (below ? 1 : 0));
}

/// The band of one of several ranks. In memory are its own rows and as many beyond as it needs until its neighbors'
/// come again.
PlanBand band_of_rank(const Plan& plan, std::span<const Rows> bands, int rank, bool whole_result) {
  const Rows own = bands[static_cast<std::size_t>(rank)];
  PlanBand out{.own = own,
               .held = own,
               .thinnest = std::ranges::min(bands, {}, &Rows::count).count(),
               .whole_result = whole_result};
  if (plan.workload->iteration() == nullptr) return out;
  const int beyond = rows_exchanged(plan);
  out.held = {std::max(own.begin - beyond, 0), std::min(own.end + beyond, plan.state.size.height)};
  out.edge_rows = rows_of_edges(plan, own);
  return out;
}

RankPlanned planned_for(Planned planned, Parts bands, int rank) {
  if (!planned) return {std::nullopt, std::move(planned.refusal)};
  return {RankPlan{.plan = *std::move(planned.plan), .bands = std::move(bands), .rank = rank}, {}};
}

}  // namespace

bool has_rows_to_share(const Workload& workload) {
  if (workload.iterates()) return !workload.has_own_state();
  return workload.shape == Shape::map && workload.stages.size() == 1 && !workload.tileable;
}

std::string refusal_of_ranks(const Plan& plan, int count) {
  const Workload& workload = *plan.workload;
  if (!has_rows_to_share(workload))
    return fmt::format("{}: several ranks cannot share its rows; start without mpirun", workload.id);
  if (const Iteration* const iteration = workload.iteration()) {
    for (const auto why_not : {iteration->unsplittable, iteration->of_one_process}) {
      if (why_not == nullptr) continue;
      if (const std::string why = why_not(plan.parameters); !why.empty()) return "several ranks: " + why;
    }
  }
  if (plan.participants.size() > 1 && plan.settings.execution.sharing != Sharing::by_hand) {
    return "several ranks: --split must set the shares within each rank; auto and bisection work in one "
           "process only";
  }
  const Least least = least_rows_of(plan);
  if (count <= least.bands) return {};
  return fmt::format("{} ranks for {} rows: each needs at least {}, so at most {} ranks can share them", count,
                     (workload.iterates() ? plan.state : plan.output).size.height, least.rows, least.bands);
}

Parts bands_of_ranks(const Plan& plan, int count) {
  if (plan.workload->iteration() == nullptr) {
    const Extent& whole = plan.output;
    return parts_by_shares(std::vector<double>(static_cast<std::size_t>(count) - 1, 1.0 / count),
                           {.height = whole.size.height, .domain = whole.domain, .grain = 1, .begin = 0});
  }
  const int height = plan.state.size.height;
  const int grain = std::max(exchange_grain(plan), 1);
  const int units = ceil_div(height, grain);
  Parts out;
  for (int i = 0; i < count; ++i) {
    const auto border = [&](int at) {
      return std::min(grain * static_cast<int>(std::int64_t{units} * at / count), height);
    };
    out.push_back({border(i), border(i + 1)});
  }
  return out;
}

Parts bands_by_speed(const Plan& plan, std::span<const double> speeds) {
  const int height = plan.state.size.height;
  const int grain = std::max(exchange_grain(plan), 1);
  const int units = ceil_div(height, grain);
  const auto count = static_cast<int>(speeds.size());
  // as many as go to a neighbor at once, for all ranks exchange as seldom as the thinnest band allows
  const int reach = std::max(plan.workload->iteration()->reach(plan.parameters), 1);
  const int wanted = ceil_div(std::max(rows_between_exchanges, reach), grain);
  const int least = std::min(wanted, units / count);
  const double all = std::accumulate(speeds.begin(), speeds.end(), 0.0);
  std::vector<double> more;  // than the least
  for (const double each : speeds) more.push_back(std::max(units * each / all - least, 0.0));
  const double all_more = std::accumulate(more.begin(), more.end(), 0.0);
  Parts out;
  double before = 0;
  int begin = 0;
  for (int i = 0; i < count; ++i) {
    before += more[static_cast<std::size_t>(i)];
    const double share = all_more > 0 ? before / all_more : static_cast<double>(i + 1) / count;
    const int border = least * (i + 1) + static_cast<int>(std::lround((units - least * count) * share));
    const int end = i + 1 == count ? height : std::min(grain * border, height);
    out.push_back({begin, end});
    begin = end;
  }
  return out;
}

RankPlanned plan_of_rank(const Settings& settings, Catalog catalog, device::Devices devices, int rank, int count,
                         bool gathered) {
  const Execution& execution = settings.execution;
  if (!execution.elsewhere.empty() && !find_workload(catalog, settings.problem.workload).iterates()) {
    return {std::nullopt, fmt::format("processor: {}: with several ranks only these share the rows; leave out the "
                                      "other machine, or start without mpirun",
                                      processors_text(execution))};
  }
  Parts bands;
  const auto choose = [&](const Plan& plan) {
    if (const std::string why = refusal_of_ranks(plan, count); !why.empty()) throw BadInput(why);
    bands = bands_of_ranks(plan, count);
    return band_of_rank(plan, bands, rank, gathered && rank == 0);
  };
  Planned planned = plan_band(settings, catalog, devices, choose);
  return planned_for(std::move(planned), std::move(bands), rank);
}

RankPlanned with_bands(const RankPlan& of, Parts bands, device::Devices devices) {
  const PlanBand band = band_of_rank(of.plan, bands, of.rank, of.plan.band->whole_result);
  return planned_for(with_band(of.plan, band, devices), std::move(bands), of.rank);
}

}  // namespace heteroscope
