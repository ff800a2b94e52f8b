#include "app/scope/lens.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <tuple>

#include "core/device/device.hpp"
#include "core/own/source/own_source.hpp"

namespace heteroscope {

namespace {

using traffic::banks;
using traffic::line_bytes;
using traffic::pass_bytes;
using traffic::sector_bytes;
using traffic::word_bytes;

const Stage& stage_of(const Workload& workload) {
  // what only shows an iteration's state is not what is looked at
  return workload.has_own_state() ? workload.stages.front() : workload.stages.back();
}

/// The GPU variant of that stage that is chosen; null: none.
const Variant* chosen_variant(const Plan& plan, const Execution& execution) {
  const Stage& stage = stage_of(*plan.workload);
  const auto chosen = execution.variants.find(stage.id);
  return chosen != execution.variants.end() ? stage.find(chosen->second.gpu) : nullptr;
}

const AccessingVariant* variant_of(const Plan& plan, const Execution& execution) {
  const std::string_view stage = stage_of(*plan.workload).id;
  const auto chosen = execution.variants.find(stage);
  return chosen != execution.variants.end() ? plan.workload->find_accesses(stage, chosen->second.gpu) : nullptr;
}

BlockShape launched_block(const Execution& execution, const AccessingVariant& variant) {
  const BlockShape chosen = execution.block;
  return variant.any_block && chosen != BlockShape{} ? chosen : variant.default_block;
}

std::size_t different_addresses(const WarpAccess& access) {
  std::set<std::uint64_t> out;
  for (const LaneAddress& each : access.lanes) out.insert(each.address);
  return out.size();
}

void add(std::vector<LensGroup>& groups, const WarpAccess& access) {
  auto at = std::ranges::find_if(groups, [&](const LensGroup& each) {
    return each.access == access.access && each.array == access.array && each.manner == access.manner;
  });
  if (at == groups.end()) {
    at = groups.insert(
        groups.end(),
        LensGroup{
            .access = access.access, .array = std::string(access.array), .manner = access.manner, .worst = access});
  }
  const int sectors = sectors_of(access);
  const int passes = passes_of(access);
  ++at->instructions;
  at->wanted_bytes += static_cast<double>(different_addresses(access)) * access.bytes;
  at->sectors += sectors;
  at->passes += passes;
  if (sectors > at->worst_sectors || passes > at->worst_passes) at->worst = access;
  at->worst_sectors = std::max(at->worst_sectors, sectors);
  at->worst_passes = std::max(at->worst_passes, passes);
}

/// A line's cells, row by row of the array.
void add_line(std::vector<Patch>& out, const AccessArray& array, std::uint64_t line) {
  const auto width = static_cast<std::uint64_t>(array.size.width);
  const auto bytes = static_cast<std::uint64_t>(array.element_bytes);
  const auto cells = width * static_cast<std::uint64_t>(array.size.height);
  const std::uint64_t end = std::min((line + 1) * line_bytes / bytes, cells);
  for (std::uint64_t cell = line * line_bytes / bytes; cell < end;) {
    const std::uint64_t count = std::min(end - cell, width - cell % width);
    out.push_back({static_cast<int>(cell % width), static_cast<int>(cell / width), static_cast<int>(count), 1});
    cell += count;
  }
}

/// Notes what lanes read of the first array that is a picture, and what else lies in the same cache lines.
void note_reads(Lens& lens, const AccessPattern& pattern, const std::vector<WarpAccess>& accesses) {
  std::set<std::tuple<int, int, int>> seen;
  std::set<std::uint64_t> lines;
  for (const WarpAccess& each : accesses) {
    const AccessArray* const array = each.access == Access::global_load ? pattern.find_array(each.array) : nullptr;
    if (array == nullptr || array->size.width <= 0) continue;
    if (lens.read_array.empty()) lens.read_array = each.array, lens.read_size = array->size;
    if (each.array != lens.read_array) continue;
    for (const LaneAddress& lane : each.lanes) {
      const std::uint64_t last = lane.address + static_cast<std::uint64_t>(each.bytes) - 1;
      for (std::uint64_t line = lane.address / line_bytes; line <= last / line_bytes; ++line) {
        if (lines.insert(line).second) add_line(lens.neighbors, *array, line);
      }
      for (int part = 0; part < each.bytes; part += array->element_bytes) {
        const auto cell =
            (lane.address + static_cast<std::uint64_t>(part)) / static_cast<std::uint64_t>(array->element_bytes);
        const int x = static_cast<int>(cell % static_cast<std::uint64_t>(array->size.width));
        const int y = static_cast<int>(cell / static_cast<std::uint64_t>(array->size.width));
        if (seen.emplace(lane.lane, x, y).second) lens.reads.push_back({lane.lane, x, y});
      }
    }
  }
}

}  // namespace

std::optional<LensOf> lens_of(const Plan& plan, const Execution& execution) {
  const AccessingVariant* const variant = variant_of(plan, execution);
  if (variant == nullptr) return std::nullopt;
  LensOf out{.variant = variant,
             .problem = {.parameters = &plan.parameters,
                         .input = plan.input.size,
                         .output = plan.workload->iterates() ? plan.state : plan.output,
                         .precision = plan.settings.problem.precision,
                         .block = launched_block(execution, *variant),
                         .values = {}}};
  if (const device::Facts& gpu = device::facts(); gpu.available) out.problem.multiprocessors = gpu.multiprocessors;
  if (const Variant* const chosen = chosen_variant(plan, execution))
    out.problem.tunables = tunable_values(chosen->knobs, execution.tunables);
  return out;
}

bool has_lens(const Workload& workload) {
  return !workload.accessing_variants(stage_of(workload)).empty();
}

std::vector<const AccessingVariant*> lens_variants(const Plan& plan) {
  return plan.workload->accessing_variants(stage_of(*plan.workload));
}

bool has_gpu_variant(const Plan& plan, std::string_view variant) {
  const Variant* const found = stage_of(*plan.workload).find(variant);
  return found != nullptr && found->processor == Processor::gpu;
}

Execution with_lens_variant(const Plan& plan, Execution execution, std::string_view variant) {
  execution.variants[std::string(stage_of(*plan.workload).id)].gpu = variant;
  return execution;
}

std::string why_no_lens(const Plan& plan, const Execution& execution) {
  if (const Variant* const chosen = chosen_variant(plan, execution); chosen != nullptr && chosen->own != nullptr) {
    if (chosen->accesses != nullptr) return {};
    if (!chosen->own->stage_kernels().addresses)
      return fmt::format("a file of {} cannot declare its addresses", plan.workload->label);
    return fmt::format("{} does not declare its addresses (HETEROSCOPE_LOADS, HETEROSCOPE_STORES)", chosen->own_id);
  }
  if (!plan.workload->accesses) return fmt::format("the memory accesses of {} are not modeled", plan.workload->label);
  const Accesses& known = *plan.workload->accesses;
  const auto chosen = execution.variants.find(stage_of(*plan.workload).id);
  const std::string of =
      chosen != execution.variants.end() ? std::string(chosen->second.gpu) : std::string("this variant");
  if (lens_of(plan, execution)) return {};
  std::string others;
  for (const AccessingVariant& each : known.variants)
    others += (others.empty() ? "" : ", ") + std::string(each.variant);
  std::string why = fmt::format("the memory accesses of {} are not modeled", of);
  if (std::ranges::find(known.libraries, of) != known.libraries.end())
    why = fmt::format("the kernels of {} come from a library, so that their memory accesses are not known", of);
  if (std::ranges::find(known.intricate, of) != known.intricate.end())
    why += ": a model would be as long as the kernel itself";
  return fmt::format("{}; the modeled variants are: {}", why, others);
}

double LensGroup::used() const {
  const double moved =
      is_shared(access) ? static_cast<double>(pass_bytes) * passes : static_cast<double>(sector_bytes) * sectors;
  return moved > 0 ? wanted_bytes / moved : 1;
}

std::optional<Lens> look(const AccessPattern& pattern, int x, int y) {
  const auto place = pattern.warp_at(x, y);
  if (!place) return std::nullopt;
  Lens out{.launch = pattern.launches[static_cast<std::size_t>(place->launch)], .place = *place};
  WarpWork work = pattern.work(*place);
  for (const WarpAccess& each : work.accesses) add(out.groups, each);
  note_reads(out, pattern, work.accesses);
  out.cells = std::move(work.cells);
  return out;
}

std::string lens_csv(const AccessPattern& pattern, const WarpPlace& place) {
  constexpr std::array<std::string_view, access_kinds> names{"global_load", "global_store", "global_atomic",
                                                             "shared_load", "shared_store", "shared_atomic"};
  std::string out = "instruction,access,array,lane,bytes,address,sector,bank\n";
  int instruction = 0;
  for (const WarpAccess& each : pattern.work(place).accesses) {
    const bool shared = is_shared(each.access);
    for (const LaneAddress& lane : each.lanes) {
      fmt::format_to(std::back_inserter(out), "{},{},{},{},{},{},", instruction,
                     names[static_cast<std::size_t>(each.access)], each.array, lane.lane, each.bytes, lane.address);
      out += shared ? fmt::format(",{}\n", lane.address / word_bytes % banks)
                    : fmt::format("{},\n", lane.address / sector_bytes);
    }
    ++instruction;
  }
  return out;
}

std::string words_of(const LensGroup& group) {
  switch (group.access) {
    case Access::global_load:
      return "loads " + group.array;
    case Access::global_store:
      return "stores " + group.array;
    case Access::global_atomic:
      return "adds to " + group.array;
    case Access::shared_load:
      return "loads " + group.array + " (shared)";
    case Access::shared_store:
      return "stores " + group.array + " (shared)";
    case Access::shared_atomic:
      return "adds to " + group.array + " (shared)";
  }
  return {};
}

std::uint64_t first_byte(const LensGroup& group) {
  return std::ranges::min(group.worst.lanes, {}, &LaneAddress::address).address;
}

std::vector<TouchedSector> touched_sectors(const WarpAccess& access) {
  std::map<std::uint64_t, TouchedSector> sectors;
  for (const LaneAddress& lane : access.lanes) {
    const std::uint64_t end = lane.address + static_cast<std::uint64_t>(access.bytes);
    for (std::uint64_t word = lane.address / word_bytes; word * word_bytes < end; ++word) {
      TouchedSector& sector = sectors[word * word_bytes / sector_bytes];
      sector.number = word * word_bytes / sector_bytes;
      int& first = sector.lanes[word % (sector_bytes / word_bytes)];
      if (first == 0) first = lane.lane + 1;
    }
  }
  std::vector<TouchedSector> out;
  out.reserve(sectors.size());
  for (const auto& [number, sector] : sectors) out.push_back(sector);
  return out;
}

std::vector<BankedWord> banked_words(const WarpAccess& access) {
  const int together = static_cast<int>(pass_bytes) / std::max(access.bytes, static_cast<int>(word_bytes));
  std::vector<BankedWord> worst;
  int most = 0;
  for (auto first = access.lanes.begin(); first != access.lanes.end();) {
    const int of = first->lane / together;
    const auto end =
        std::find_if(first, access.lanes.end(), [&](const LaneAddress& each) { return each.lane / together != of; });
    std::set<std::uint64_t> words;
    std::vector<BankedWord> part;
    std::array<int, banks> turns{};
    for (; first != end; ++first) {
      const LaneAddress& lane = *first;
      const std::uint64_t last = lane.address + static_cast<std::uint64_t>(access.bytes);
      for (std::uint64_t word = lane.address / word_bytes; word * word_bytes < last; ++word) {
        // an atomic operation is done lane by lane, but increments of a word together
        const bool alone = access.access == Access::shared_atomic && access.manner != Manner::increment;
        if (!alone && !words.insert(word).second) continue;
        const auto bank = static_cast<std::size_t>(word % banks);
        part.push_back({static_cast<int>(bank), turns[bank]++, lane.lane});
      }
    }
    const int passes = *std::ranges::max_element(turns);
    if (passes <= most) continue;
    most = passes;
    worst = std::move(part);
  }
  return worst;
}

}  // namespace heteroscope
