#include "core/device/likeness.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "core/base/comma_list.hpp"
#include "core/base/message.hpp"

namespace heteroscope::device {

namespace {

constexpr const char* variable = "HETEROSCOPE_LIKE";
constexpr std::string_view wsl2 = "wsl2";

/// Cards that many people have, by their makers' data sheets.
struct CommonCard {
  Capability of;
  int multiprocessors;
};
constexpr std::array common_cards{CommonCard{{7, 5}, 40},    // T4
                                  CommonCard{{8, 0}, 108},   // A100
                                  CommonCard{{8, 6}, 28},    // GeForce RTX 3060
                                  CommonCard{{8, 9}, 24},    // GeForce RTX 4060
                                  CommonCard{{12, 0}, 36}};  // GeForce RTX 5060 Ti

std::string names_of_cards() {
  std::vector<std::string> names;
  for (const CommonCard& each : common_cards) names.push_back(text(each.of));
  return fmt::format("{}", fmt::join(names, ", "));
}

}  // namespace

Liked likeness_in(std::string_view words) {
  const std::vector<std::string_view> parts = words_between_commas(words);
  const auto wanted = parts.empty() ? std::nullopt : capability_in(parts.front());
  const auto card = std::ranges::find_if(common_cards, [&](const CommonCard& each) { return wanted == each.of; });
  const bool is_known = card != common_cards.end() && (parts.size() == 1 || (parts.size() == 2 && parts[1] == wsl2));
  if (!is_known) {
    return {.likeness = std::nullopt,
            .why_not = fmt::format("{}: {} is not one of the compute capabilities {}, with or without ',{}' after it",
                                   variable, quote(words), names_of_cards(), wsl2)};
  }
  return {.likeness = Likeness{.capability = find_capability(card->of),
                               .multiprocessors = card->multiprocessors,
                               .concurrent_managed_access = parts.size() == 1},
          .why_not = {}};
}

Liked wanted_likeness() {
  const char* const text = std::getenv(variable);
  return text != nullptr && *text != '\0' ? likeness_in(text) : Liked{};
}

std::string refusal_of_likeness(const Likeness& likeness, Capability gpu) {
  constexpr Capability hopper{9, 0};
  if (gpu >= std::min(likeness.capability->of, hopper)) return {};
  return fmt::format("{}: a GPU of compute capability {} cannot act as one of {}", variable, text(gpu),
                     text(likeness.capability->of));
}

void hold(Facts& facts, const Likeness& likeness) {
  const CapabilityFacts& to = *likeness.capability;
  facts.held_to = text(to.of);
  facts.name += fmt::format(" (limited to compute capability {}{})", facts.held_to,
                            likeness.concurrent_managed_access ? "" : " under WSL2");
  facts.major = to.of.major;
  facts.minor = to.of.minor;
  facts.fp32_per_fp64 = to.fp32_per_fp64;
  MultiprocessorLimits& has = facts.multiprocessor;
  has.threads = std::min(has.threads, to.multiprocessor.threads);
  has.blocks = std::min(has.blocks, to.multiprocessor.blocks);
  has.registers = std::min(has.registers, to.multiprocessor.registers);
  has.shared_bytes = std::min(has.shared_bytes, to.multiprocessor.shared_bytes);
  has.reserved_shared = to.multiprocessor.reserved_shared;
  has.shared_unit = to.multiprocessor.shared_unit;
  facts.shared_bytes_per_block = std::min(facts.shared_bytes_per_block, to.shared_bytes_per_block);
  facts.clusters = facts.clusters && to.clusters;
  facts.concurrent_managed_access = facts.concurrent_managed_access && likeness.concurrent_managed_access;
}

std::string refusal_of_launch(const Facts& facts, const KernelNeeds& needs, const Launch& launch, bool cooperative) {
  const std::size_t shared = needs.static_shared + launch.dynamic_shared;
  if (shared > facts.shared_bytes_per_block) {
    return fmt::format("{} bytes of shared memory per block are more than the {} of compute capability {}.{}", shared,
                       facts.shared_bytes_per_block, facts.major, facts.minor);
  }
  const Occupancy holds = occupancy(needs, launch.threads(), launch.dynamic_shared, facts.multiprocessor);
  if (holds.blocks == 0) {
    return fmt::format(
        "a multiprocessor of compute capability {}.{} cannot hold a block of {} threads with {} registers", facts.major,
        facts.minor, launch.threads(), needs.registers);
  }
  const auto blocks = std::size_t{launch.grid[0]} * launch.grid[1] * launch.grid[2];
  const auto at_a_time = static_cast<std::size_t>(holds.blocks) * static_cast<std::size_t>(facts.multiprocessors);
  if (cooperative && blocks > at_a_time) {
    return fmt::format("{} blocks that wait for each other are more than the {} that {} multiprocessors hold", blocks,
                       at_a_time, facts.multiprocessors);
  }
  return {};
}

}  // namespace heteroscope::device
