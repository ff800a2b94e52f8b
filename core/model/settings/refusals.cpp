#include "core/model/settings/refusals.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/base/failure.hpp"
#include "core/base/message.hpp"
#include "core/device/device.hpp"

namespace heteroscope {

namespace {

template <class Range, class Value>
bool contains(const Range& range, const Value& value) {
  return std::ranges::find(range, value) != std::ranges::end(range);
}

/// "fp32 or fp64", "fp32, fp64 or int32".
std::string names_of_precisions(std::span<const Precision> precisions) {
  std::string out;
  for (std::size_t i = 0; i < precisions.size(); ++i) {
    out += i == 0 ? "" : i + 1 == precisions.size() ? " or " : ", ";
    out += id_of(precisions[i]);
  }
  return out;
}

}  // namespace

std::string refusal_of(Precision precision, const Workload& workload) {
  if (workload.takes(precision)) return {};
  return fmt::format("precision: {} does not support {} ({})", workload.id, id_of(precision),
                     names_of_precisions(workload.precisions()));
}

std::string refusal_of(MemoryKind memory, const device::Facts& facts, bool alone) {
  if (!facts.available) return facts.why_not;
  if (memory == MemoryKind::managed && !facts.concurrent_managed_access && !alone) {
    return fmt::format("managed memory: {} cannot access it from several processors at once; use this GPU alone",
                       facts.name);
  }
  if (memory == MemoryKind::pinned && !facts.can_map_host_memory) {
    return fmt::format("pinned memory: {} cannot access host memory", facts.name);
  }
  return {};
}

std::string refusal_of(const Tunable& tunable, int value) {
  return tunable.unavailable != nullptr ? tunable.unavailable(value) : std::string();
}

std::string refusal_of(std::string_view id, const Variant& variant, const Settings& settings,
                       const device::Facts& facts) {
  const Knobs& knobs = variant.knobs;
  if (variant.processor == Processor::gpu) {
    if (!facts.available) return fmt::format("{}: {}", id, facts.why_not);
    if (!contains(knobs.memory_kinds, settings.execution.memory)) {
      return fmt::format("{} does not support {} memory", id, id_of(settings.execution.memory));
    }
    if (settings.execution.block != BlockShape{}) {
      if (knobs.blocks == BlockRule::one_dimensional && settings.execution.block.y != 1) {
        return fmt::format("{} needs a block with one row: {}x1, not {}x{}", id, settings.execution.block.threads(),
                           settings.execution.block.x, settings.execution.block.y);
      }
      if (settings.execution.block.threads() > facts.max_threads_per_block) {
        return fmt::format("{}: {} threads per block are more than the {} of this GPU", id,
                           settings.execution.block.threads(), facts.max_threads_per_block);
      }
    }
    // a variant that lays its blocks in its own way has no use for a mapping, as it has none for a block shape
    const bool maps = !settings.execution.mapping.empty() && !knobs.mappings.empty();
    if (maps && !contains(knobs.mappings, std::string_view(settings.execution.mapping))) {
      return fmt::format("{} has no mapping {} ({})", id, settings.execution.mapping, fmt::join(knobs.mappings, ", "));
    }
  }
  for (const Tunable& each : knobs.tunables) {
    const auto chosen = settings.execution.tunables.find(each.id);
    if (chosen == settings.execution.tunables.end()) continue;
    if (!contains(each.values, chosen->second))
      return fmt::format("{} has no {} {} ({})", id, each.id, chosen->second, fmt::join(each.values, ", "));
    if (const std::string why = refusal_of(each, chosen->second); !why.empty()) return fmt::format("{}: {}", id, why);
  }
  if (knobs.threads_of_library && settings.execution.binding != ThreadBinding::none)
    return fmt::format("{}: a library starts its threads, so they cannot be bound; use --bind none", id);
  if (variant.unavailable != nullptr) {
    std::string reason;
    // some ask the device, which may have been lost since
    if (const Failure failed = attempt([&] { reason = variant.unavailable(facts); })) reason = failed.line;
    if (!reason.empty()) return fmt::format("{}: {}", id, reason);
  }
  if (!contains(knobs.precisions, settings.problem.precision)) {
    return fmt::format("{} does not support {}: {}", id, id_of(settings.problem.precision),
                       names_of_precisions(knobs.precisions));
  }
  return {};
}

std::string refusal_of_sharing(Sharing sharing, const Workload& workload, bool cpu) {
  if (sharing == Sharing::queue && workload.iterates()) {
    return fmt::format(
        "split: a queue hands out other rows in each frame, but {} keeps its rows; use bisection or auto", workload.id);
  }
  if (sharing == Sharing::bisection && !cpu)
    return "split: bisection shares between the CPU and the GPUs, but the CPU is not used";
  return {};
}

bool names_own_file(std::string_view variant) {
  return variant.find('.') != variant.npos;
}

std::string refusal_of_file(std::string_view variant) {
  if (!names_own_file(variant)) return {};
  return fmt::format(
      "'{}' is a variant from a file that is not open: name it with --variant FILE, or open it in the window",
      excerpt(variant));
}

}  // namespace heteroscope
