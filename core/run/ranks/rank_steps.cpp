#include "core/run/ranks/rank_steps.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/watch.hpp"
#include "core/plan/iterate_limits.hpp"
#include "core/world/messages.hpp"

namespace heteroscope {

namespace {

constexpr int between_measurements = 64;  // of what an exchange takes that nothing is computed meanwhile

std::vector<AnyJob> any_of(std::span<const IterateJob> jobs) {
  return {jobs.begin(), jobs.end()};
}

}  // namespace

RankSteps::RankSteps(const Plan& plan, const RankUse& use, BufferPool& pool, int planes, int spares)
    : plan_(plan),
      use_(use),
      communicator_(*use.communicator),
      pool_(pool),
      band_(plan.band->own),
      planes_(planes),
      spares_(spares),
      most_rows_(std::max(rows_between_exchanges, plan.workload->iteration()->reach(plan.parameters))) {
  if (participants_exchange(plan)) {
    barrier_ = std::make_unique<RemoteExchange>(communicator_, open_lines(), band_);
    return;
  }
  const auto has_rows = [&](std::size_t participant) { return !plan.parts.front()[participant].empty(); };
  std::size_t first = 0;
  while (!has_rows(first)) ++first;
  std::size_t last = plan.participants.size() - 1;
  while (!has_rows(last)) --last;
  const int rank = communicator_.rank();
  if (rank > 0) open(sides_.emplace_back(Side{.above = true, .participant = first}), rank - 1);
  if (rank + 1 < communicator_.count()) open(sides_.emplace_back(Side{.above = false, .participant = last}), rank + 1);
}

std::size_t RankSteps::row_bytes() const {
  return plan_.state.row_bytes();
}

/// For sums there is room for a grid of any size; rows go to neighbors alone.
std::map<int, RankLine> RankSteps::open_lines() {
  constexpr std::size_t for_sums = std::size_t{64} << 10;
  std::map<int, RankLine> out;
  for (int other = 0; other < communicator_.count(); ++other) {
    const int away = std::abs(other - communicator_.rank());
    if (away == 0) continue;
    RankLine& line = out.emplace(other, RankLine(communicator_, other)).first->second;
    if (use_.halo != HaloWay::pinned) {
      const std::size_t rows = away == 1 ? row_bytes() * static_cast<std::size_t>(most_rows_) : 0;
      const std::string why_not = line.use_memory(for_sums + rows);
      if (!why_not.empty() && use_.halo == HaloWay::shared) throw BadInput("--halo shared: " + why_not);
    }
    ways_.add(line.uses_memory() ? HaloWay::shared : HaloWay::pinned);
  }
  return out;
}

void RankSteps::open(Side& side, int other) {
  OpenHalo open = open_halo(use_.halo, {.communicator = communicator_,
                                        .other = other,
                                        .participant = plan_.participants[side.participant],
                                        .memory = plan_.settings.execution.memory,
                                        .most_bytes = row_bytes() * static_cast<std::size_t>(most_rows_ * planes_),
                                        .pool = pool_});
  ways_.add(open.way);
  side.halo = std::move(open.halo);
}

void RankSteps::close() {
  for (Side& each : sides_) each.halo->close();
}

void RankSteps::send(std::span<const IterateJob> jobs, int rows) {
  for (const Side& each : sides_) each.halo->send(state(jobs[each.participant].planes), each.own(band_, rows));
}

void RankSteps::run(const StageContext& context, std::span<IterateJob> jobs, int rows, bool measures, Timing& chunk) {
  if (barrier_) {
    run_barrier(context, jobs, chunk);
    return;
  }
  const bool measured = use_.overlap == Overlap::measured;
  const bool apart = use_.overlap != Overlap::never && !measures && can_be_apart(rows) &&
                     (!measured || (exchanges_ % between_measurements > 0 && worth_apart(rows)));
  ++exchanges_;
  const Watch watch;
  const double exchanged = exchange_ms_;
  if (apart) {
    run_apart(context, jobs, rows, chunk);
  } else {
    run_together(context, jobs, rows, chunk);
    together_ms_ = exchange_ms_ - exchanged;
    row_ms_ = (watch.ms() - together_ms_) / (band_.count() * std::max(jobs.front().steps, 1));
  }
  for (std::size_t i = 0; i < jobs.size(); ++i) chunk.participants[i].rows = plan_.parts.front()[i].count();
}

void RankSteps::run_together(const StageContext& context, std::span<IterateJob> jobs, int rows, Timing& chunk) {
  const Watch watch;
  send(jobs, rows);
  for (const Side& each : sides_) each.halo->receive(state(jobs[each.participant].planes), each.beyond(band_, rows));
  exchange_ms_ += watch.ms();
  run_participants(context, 0, any_of(jobs), chunk);
}

/// Each edge's planes have three times its rows, of which a participant needs two to begin with.
bool RankSteps::can_be_apart(int rows) const {
  return std::ranges::all_of(
      sides_, [&](const Side& each) { return plan_.parts.front()[each.participant].count() >= 3 * rows; });
}

/// An edge's rows take two more of each for its steps, and the inner ones leave as many out at their ends at last.
bool RankSteps::worth_apart(int rows) const {
  const int steps = rows / std::max(plan_.workload->iteration()->reach(plan_.parameters), 1);
  return together_ms_ > row_ms_ * steps * 2 * rows * static_cast<double>(sides_.size());
}

void RankSteps::fill(Side& side) {
  const Participant& participant = plan_.participants[side.participant];
  const device::Use use(participant.device);
  // a row more at each end: vectors of a row may begin before it, or end behind it
  const int rows = 3 * most_rows_ + 2;
  const MemoryKind kind = participant.is_gpu() ? plan_.settings.execution.memory : MemoryKind::host;
  for (int i = 0; i < planes_ + spares_; ++i)
    side.buffers.push_back(pool_.take(kind, row_bytes() * static_cast<std::size_t>(rows)));
  side.plan.emplace(plan_);
}

void RankSteps::copy(const StageContext& context, const Side& side, std::span<const FieldView> from,
                     std::span<const FieldView> to, Rows rows) const {
  const GpuRun* const gpu = context.participants[side.participant].gpu;
  const device::Use use(plan_.participants[side.participant].device);
  for (std::size_t i = 0; i < static_cast<std::size_t>(planes_); ++i) {
    const RowsOfPlane source = rows_of_plane(from[i], rows);
    void* const place = rows_of_plane(to[i], rows).data;
    if (gpu != nullptr) {
      device::copy(place, source.data, source.bytes, device::Direction::on_device, gpu->stream());
    } else {
      std::memcpy(place, source.data, source.bytes);
    }
  }
}

void RankSteps::run_apart(const StageContext& context, std::span<IterateJob> jobs, int rows, Timing& chunk) {
  const auto context_of = [&](const Plan& plan) {
    return StageContext{.plan = plan,
                        .how = context.how,
                        .pool = context.pool,
                        .participants = context.participants,
                        .input_summary = {},
                        .undo_lead_in = {}};
  };
  const Watch sending;
  send(jobs, rows);
  exchange_ms_ += sending.ms();

  if (!inner_) inner_.emplace(plan_);
  inner_->parts = plan_.parts;
  for (Side& each : sides_) {
    Rows& part = inner_->parts.front()[each.participant];
    (each.above ? part.begin : part.end) += each.above ? rows : -rows;
    if (each.buffers.empty()) fill(each);
    const Rows own = each.own(band_, rows);
    each.views.clear();
    for (const auto& buffer : each.buffers) {
      void* const memory = plan_.participants[each.participant].is_gpu() ? buffer->device() : buffer->host();
      each.views.push_back(view_of_rows(memory, plan_.state, own.begin - rows - 1));
    }
    const Rows there = each.above ? Rows{own.begin, own.end + rows} : Rows{own.begin - rows, own.end};
    copy(context, each, jobs[each.participant].planes, each.views, there);
  }
  run_participants(context_of(*inner_), 0, any_of(jobs), chunk);

  for (Side& each : sides_) {
    const Watch waiting;
    each.halo->receive(state(each.views), each.beyond(band_, rows));
    exchange_ms_ += waiting.ms();
    const Rows own = each.own(band_, rows);
    each.plan->parts.front().assign(plan_.participants.size(), Rows{});
    each.plan->parts.front()[each.participant] = own;
    std::vector<IterateJob> edge(jobs.size());
    edge[each.participant].planes = each.views;
    edge[each.participant].step = jobs[each.participant].step;
    edge[each.participant].steps = jobs[each.participant].steps;
    run_participants(context_of(*each.plan), 0, any_of(edge), chunk);
    copy(context, each, each.views, jobs[each.participant].planes, own);
  }
  for (const Side& each : sides_) {
    if (const GpuRun* const gpu = context.participants[each.participant].gpu; gpu != nullptr)
      gpu->stream().synchronize();
  }
}

void RankSteps::run_barrier(const StageContext& context, std::span<IterateJob> jobs, Timing& chunk) {
  const double before = barrier_->exchange_ms();
  StageContext with_ranks = context;
  with_ranks.peers = barrier_.get();
  run_participants(with_ranks, 0, any_of(jobs), chunk);
  exchange_ms_ += barrier_->exchange_ms() - before;
}

}  // namespace heteroscope
