#include "core/plan/partition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/balance/work_fit.hpp"
#include "core/base/error.hpp"
#include "core/link/machines.hpp"
#include "core/model/settings/refusals.hpp"
#include "core/plan/plan.hpp"

namespace heteroscope {

namespace {

/// The number of rows of a triangle, from `begin` on, whose values come closest to a share of all.
int rows_of_triangle(double share, int begin, int height) {
  const auto above = [](int rows) { return static_cast<double>(values_above(Domain::lower_triangle, rows, rows)); };
  const auto values = [&](int rows) { return above(begin + rows) - above(begin); };
  const double wanted = share * values(height);
  const int rows = std::clamp(static_cast<int>(std::sqrt(2 * (above(begin) + wanted))) - 1 - begin, 0, height);
  int best = rows;
  for (int each = rows; each <= std::min(rows + 2, height); ++each) {
    if (std::abs(values(each) - wanted) < std::abs(values(best) - wanted)) best = each;
  }
  return best;
}

int rows_above(double share, const Cuttable& rows) {
  const int exact = rows.domain == Domain::lower_triangle
                        ? rows_of_triangle(share, rows.begin, rows.height)
                        : std::clamp(static_cast<int>(std::lround(share * rows.height)), 0, rows.height);
  if (exact == rows.height) return exact;
  return std::min((exact + rows.grain / 2) / rows.grain * rows.grain, rows.height);
}

void add(std::vector<Participant>& to, const Participant& participant) {
  if (std::ranges::find(to, participant) != to.end())
    throw BadInput(fmt::format("processor: {} is named twice", name_of(participant)));
  to.push_back(participant);
}

/// The numbers of the GPUs that are chosen. Throws BadInput for one that is not there.
std::vector<int> gpu_numbers(const Execution& execution, device::Devices devices) {
  std::vector<int> out = execution.gpus.numbers;
  if (out.empty()) {
    const bool all = execution.gpus.all || execution.processor != Processor::gpu;
    out.resize(all ? static_cast<std::size_t>(devices.count()) : 1);
    std::iota(out.begin(), out.end(), 0);
  }
  for (const int number : out) {
    if (number >= 0 && number < devices.count()) continue;
    throw BadInput(
        fmt::format("processor: there is no GPU {} ({})", number,
                    devices.count() == 1 ? "0 is the only one" : fmt::format("0 to {}", devices.count() - 1)));
  }
  return out;
}

}  // namespace

std::vector<Participant> participants_of(const Execution& execution, device::Devices devices) {
  std::vector<Participant> out;
  const bool cpu = execution.processor != Processor::gpu;
  if (execution.processor != Processor::cpu) {
    for (const int number : gpu_numbers(execution, devices)) add(out, {Processor::gpu, number});
  }
  for (const Participant& each : execution.elsewhere) add(out, each);
  if (cpu) out.push_back({Processor::cpu});
  const std::size_t shares = execution.shares.size();
  if (shares != 1 && shares + 1 != out.size() && out.size() > 1) {
    throw BadInput(
        fmt::format("split: {} shares are given for {} processors; give {}, or one share for all GPUs together", shares,
                    out.size(), out.size() - 1));
  }
  return out;
}

const device::Facts& facts_of(const Participant& participant, device::Devices here) {
  if (!participant.is_elsewhere()) return here[participant.device];
  const std::vector<device::Facts>& gpus = machine_facts(participant.machine).gpus;
  const auto number = static_cast<std::size_t>(participant.device);
  if (number >= gpus.size())
    throw BadInput(fmt::format("processor: {} has no GPU {}", participant.machine, participant.device));
  return gpus[number];
}

std::vector<double> shares_by_hand(const Execution& execution, std::span<const Participant> participants) {
  std::vector<double> out = execution.shares;
  const std::size_t borders = participants.size() - 1;
  if (out.size() == borders) return out;
  const bool cpu = participants.back().is_cpu_here();
  const auto gpus = static_cast<double>(cpu ? borders : participants.size());
  out.assign(borders, (cpu ? out.front() : 1) / gpus);
  return out;
}

std::string refusal_of_sharing(const Plan& plan) {
  if (plan.participants.size() < 2) return {};
  if (plan.settings.execution.sharing == Sharing::automatic && plan.participants.size() > WorkFit::most_lanes) {
    return fmt::format("split: auto supports at most {} processors, not {}", WorkFit::most_lanes,
                       plan.participants.size());
  }
  return refusal_of_sharing(plan.settings.execution.sharing, *plan.workload, plan.uses_cpu());
}

Cuttable rows_of_stage(const Plan& plan, std::size_t stage) {
  const Extent& whole = shared_extent(plan, stage);
  const bool reduces = plan.stages[stage].stage->reduction() != nullptr;
  const Rows rows = plan.own_rows(whole.size.height);
  return {.height = rows.count(),
          .domain = reduces ? Domain::whole : whole.domain,
          .grain = std::max(plan.stages[stage].stage->iteration() != nullptr ? exchange_grain(plan) : 0, 1),
          .begin = rows.begin};
}

void take_rows(Plan& plan, std::size_t stage, Rows rows) {
  const bool is_there = stage < plan.stages.size() && plan.participants.size() == 1 &&
                        plan.stages[stage].stage->iteration() == nullptr && rows.begin >= 0 && !rows.empty() &&
                        rows.end <= shared_extent(plan, stage).size.height;
  if (!is_there) throw BadInput("rows outside of the plan were requested");
  for (std::size_t i = 0; i < plan.stages.size(); ++i) plan.parts[i].front() = i == stage ? rows : Rows{};
  if (plan.stages[stage].stage->reduction() != nullptr) return;
  const Size whole = plan.output.size;
  const Cutout computed = computed_part(plan);
  plan.kept = {.x = 0, .y = rows.begin, .size = {whole.width, rows.count()}, .whole = whole};
  plan.cutout = {.x = computed.x, .y = computed.y + rows.begin, .size = plan.kept.size, .whole = computed.whole};
}

Parts parts_by_borders(std::span<const double> borders, const Cuttable& rows) {
  Parts out;
  int begin = rows.begin;
  for (const double border : borders) {
    const int end = std::max(begin, rows.begin + rows_above(std::min(border, 1.0), rows));
    out.push_back({begin, end});
    begin = end;
  }
  out.push_back({begin, rows.begin + rows.height});
  return out;
}

Parts parts_by_shares(std::span<const double> shares, const Cuttable& rows) {
  std::vector<double> borders(shares.size());
  std::partial_sum(shares.begin(), shares.end(), borders.begin());
  return parts_by_borders(borders, rows);
}

int exchange_grain(const Plan& plan) {
  const Iteration* const it = plan.workload->iteration();
  return it && it->exchange_grain != nullptr ? it->exchange_grain(plan.parameters) : 0;
}

int participants_with_rows(const Plan& plan) {
  return static_cast<int>(std::ranges::count_if(plan.parts.front(), [](Rows rows) { return !rows.empty(); }));
}

bool participants_exchange(const Plan& plan) {
  return exchange_grain(plan) > 0 && (participants_with_rows(plan) > 1 || plan.band.has_value());
}

Rows most_rows(const Plan& plan, std::size_t stage, std::size_t participant) {
  const Parts& parts = plan.parts[stage];
  const bool queue = plan.participants.size() > 1 && plan.settings.execution.sharing == Sharing::queue;
  return queue ? Rows{0, parts.back().end} : parts[participant];
}

double share_of(const Plan& plan, std::size_t participant) {
  const Extent& whole = main_extent(plan);
  const auto above = [&](int rows) { return static_cast<double>(values_above(whole.domain, whole.size.width, rows)); };
  const Rows part = plan.parts[plan.workload->main_index()][participant];
  return (above(part.end) - above(part.begin)) / above(whole.size.height);
}

std::vector<Parts> partition(const Plan& plan) {
  const std::vector<double> shares = shares_by_hand(plan.settings.execution, plan.participants);
  std::vector<Parts> out;
  for (std::size_t i = 0; i < plan.stages.size(); ++i) out.push_back(parts_by_shares(shares, rows_of_stage(plan, i)));
  return out;
}

}  // namespace heteroscope
