#include "core/partition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/error.hpp"
#include "core/plan.hpp"

namespace heteroscope {

namespace {

/// Rows from the top whose values come closest to a share of a triangle's.
int rows_of_triangle(double share, int height) {
  const auto values = [&](int rows) { return static_cast<double>(values_above(Domain::lower_triangle, height, rows)); };
  const double wanted = share * values(height);
  const int rows = std::clamp(static_cast<int>(std::sqrt(2 * wanted)) - 1, 0, height);
  int best = rows;
  for (int each = rows; each <= std::min(rows + 2, height); ++each) {
    if (std::abs(values(each) - wanted) < std::abs(values(best) - wanted)) best = each;
  }
  return best;
}

int rows_above(double share, int height, Domain domain) {
  if (domain == Domain::lower_triangle) return rows_of_triangle(share, height);
  return std::clamp(static_cast<int>(std::lround(share * height)), 0, height);
}

}  // namespace

std::vector<Lane> lanes_of(const Execution& execution, device::Devices devices) {
  std::vector<Lane> out;
  const bool gpus = execution.processor != Processor::cpu;
  const bool cpu = execution.processor != Processor::gpu;
  std::vector<int> numbers = execution.gpus.numbers;
  if (numbers.empty()) {
    numbers.resize(execution.gpus.all || cpu ? static_cast<std::size_t>(devices.count()) : 1);
    std::iota(numbers.begin(), numbers.end(), 0);
  }
  for (const int number : gpus ? numbers : std::vector<int>{}) {
    if (number < 0 || number >= devices.count()) {
      throw BadInput(
          fmt::format("processor: there is no GPU {} ({})", number,
                      devices.count() == 1 ? "0 is the only one" : fmt::format("0 to {}", devices.count() - 1)));
    }
    const Lane lane{Processor::gpu, number};
    if (std::ranges::find(out, lane) != out.end())
      throw BadInput(fmt::format("processor: GPU {} is named twice", number));
    out.push_back(lane);
  }
  if (cpu) out.push_back({Processor::cpu});
  const std::size_t shares = execution.shares.size();
  if (shares != 1 && shares + 1 != out.size() && out.size() > 1) {
    throw BadInput(fmt::format("split: {} shares for {} lanes; {} are wanted, or one for the GPUs together", shares,
                               out.size(), out.size() - 1));
  }
  return out;
}

std::vector<double> shares_by_hand(const Execution& execution, std::span<const Lane> lanes) {
  std::vector<double> out = execution.shares;
  const std::size_t borders = lanes.size() - 1;
  if (out.size() == borders) return out;
  const bool cpu = !lanes.back().is_gpu();
  const auto gpus = static_cast<double>(cpu ? borders : lanes.size());
  out.assign(borders, (cpu ? out.front() : 1) / gpus);
  return out;
}

std::string refusal_of_sharing(Sharing sharing, const Workload& workload, bool cpu) {
  if (sharing == Sharing::queue && workload.iteration) {
    return fmt::format(
        "split: a queue hands out rows anew in each frame, and {} keeps its rows where they are; "
        "bisection and auto balance them",
        workload.id);
  }
  if (sharing == Sharing::bisection && !cpu)
    return "split: a bisection is between the GPUs and the CPU, which takes no part";
  return {};
}

std::string refusal_of_sharing(const Plan& plan) {
  if (plan.lanes.size() < 2) return {};
  return refusal_of_sharing(plan.settings.execution.sharing, *plan.workload, plan.uses_cpu());
}

Parts parts_by_shares(std::span<const double> shares, int height, Domain domain) {
  Parts out;
  double above = 0;
  int border = 0;
  for (const double share : shares) {
    above += share;
    const int end = std::max(border, rows_above(std::min(above, 1.0), height, domain));
    out.push_back({border, end});
    border = end;
  }
  out.push_back({border, height});
  return out;
}

double share_of(const Plan& plan, std::size_t lane) {
  const bool reduces = plan.stages.back().stage->reduction != Reduction::none;
  const Extent& whole = reduces ? plan.input : plan.output;
  const auto above = [&](int rows) { return static_cast<double>(values_above(whole.domain, whole.size.width, rows)); };
  const Rows part = plan.parts.back()[lane];
  return (above(part.end) - above(part.begin)) / above(whole.size.height);
}

std::vector<Parts> partition(const Plan& plan) {
  const std::vector<double> shares = shares_by_hand(plan.settings.execution, plan.lanes);
  std::vector<Parts> out;
  for (const PlannedStage& each : plan.stages) {
    const bool reduces = each.stage->reduction != Reduction::none;
    out.push_back(reduces ? parts_by_shares(shares, plan.input.size.height, Domain::whole)
                          : parts_by_shares(shares, plan.output.size.height, plan.output.domain));
  }
  return out;
}

}  // namespace heteroscope
