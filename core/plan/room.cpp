#include "core/plan/room.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/process/memory_limit.hpp"

namespace heteroscope {

Extent state_of(const Workload& workload, const std::any& parameters, const Extent& output) {
  const auto& shape = workload.iteration()->shape;
  return shape ? Extent{.size = shape->size(parameters), .precision = output.precision} : output;
}

namespace {

double bytes_of_extent(const Extent& extent) {
  return static_cast<double>(extent.size.area()) * static_cast<double>(bytes_of(extent.precision));
}

/// The share of the state's planes for which this process has memory.
double share_held(const Plan& plan) {
  const int edge_rows = plan.band ? plan.band->edge_rows : 0;
  return (static_cast<double>(plan.held_rows().count()) + edge_rows) / std::max(plan.state.size.height, 1);
}

/// How many results as large as the whole this process has memory for: of a band its share.
double results_held(const Plan& plan) {
  if (!plan.band) return 1;
  const double share = static_cast<double>(plan.band->own.count()) / std::max(plan.output.size.height, 1);
  return share + (plan.band->whole_result ? 1 : 0);
}

/// Bytes that the plan, with those parameters instead of its own, will hold in host and in device memory: the source,
/// the result, and the planes of an iteration's state; of a band its rows of these.
double bytes_held(const Plan& plan, const std::any& parameters) {
  const Workload& workload = *plan.workload;
  const Size size = plan.reads_source() ? plan.input.size : plan.settings.problem.size;
  const Precision precision = plan.settings.problem.precision;
  const Extent output = workload.extent(parameters, size, precision);
  const Iteration* const iteration = workload.iteration();
  if (iteration == nullptr) return bytes_of_extent(plan.input) + bytes_of_extent(output);
  const double share = share_held(plan);
  const int planes = iteration->planes(parameters) + iteration->spares(parameters);
  return bytes_of_extent(plan.input) + results_held(plan) * bytes_of_extent(output) +
         share * planes * bytes_of_extent(state_of(workload, parameters, output));
}

/// "; n up to 46340 fits": the largest value of the parameter that sets the size with which the plan takes no more than
/// `room` bytes. Empty where another parameter would have to change, too.
std::string what_would_fit(const Plan& plan, const Parameter& side, double room) {
  Values values = plan.settings.problem.parameters;
  Value& value = values.try_emplace(std::string(side.id), side.initial).first->second;
  const auto fits = [&](double tried) {
    value = tried;
    return bytes_held(plan, plan.workload->bind(values)) <= room;
  };
  double beyond = value;
  double good = side.minimum;
  if (beyond <= good || !fits(good)) return {};
  while (beyond - good > 1) {
    const double middle = std::floor((good + beyond) / 2);
    (fits(middle) ? good : beyond) = middle;
  }
  return fmt::format("; {} up to {:.0f} fits into memory", side.id, good);
}

/// "size: 1280x720", or of the parameter that sets it.
std::string size_text(const Plan& plan) {
  const Parameter* const side = plan.workload->size_parameter(plan.settings.problem.parameters);
  const Size size = plan.extent();
  return side == nullptr ? fmt::format("size: {}x{}", size.width, size.height)
                         : fmt::format("{}: {}", side->id, size.width);
}

std::string size_words(double bytes) {
  return bytes < 1e8 ? fmt::format("{:.1f} MB", bytes / 1e6) : fmt::format("{:.1f} GB", bytes / 1e9);
}

}  // namespace

std::string refusal_of_size(const Plan& plan, device::Devices devices) {
  const Settings& s = plan.settings;
  const Parameter* side = plan.workload->size_parameter(s.problem.parameters);
  const Size size = plan.reads_source() ? plan.input.size : plan.output.size;
  if (side == nullptr && std::max(size.width, size.height) > longest_side_at_once) {
    return fmt::format("{} has a side longer than {}, the most that can be computed at once", size_text(plan),
                       longest_side_at_once);
  }
  const double bytes = plan.cutout.is_whole() ? bytes_held(plan, plan.parameters)
                                              : bytes_of_extent(plan.input) + bytes_of_extent(plan.output);
  const auto host_room = static_cast<double>(memory::limit());
  double gpu = std::numeric_limits<double>::infinity();
  for (const Participant& participant : plan.participants) {
    if (participant.is_gpu()) gpu = std::min(gpu, static_cast<double>(facts_of(participant, devices).memory_bytes));
  }
  const bool fills_gpu = s.execution.memory != MemoryKind::pinned;
  const double gpu_room = fills_gpu ? 0.9 * gpu : std::numeric_limits<double>::infinity();
  if (bytes <= host_room && bytes <= gpu_room) return {};
  const bool on_host = bytes > host_room;
  const std::string has = on_host
                              ? fmt::format("at most {} of memory may be used (--memory-limit or {} sets the limit)",
                                            size_words(host_room), memory::limit_variable)
                              : fmt::format("the GPU has {} of memory", size_words(gpu));
  return fmt::format("{} in {} needs {}; {}{}", size_text(plan), id_of(s.problem.precision), size_words(bytes), has,
                     side == nullptr ? "" : what_would_fit(plan, *side, std::min(host_room, gpu_room)));
}

}  // namespace heteroscope
