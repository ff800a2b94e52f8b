#include "core/link/hello.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/build_facts.hpp"
#include "core/base/message.hpp"

namespace heteroscope {

MachineFacts own_facts() {
  return {.cpu = cpu_facts(), .gpus = device::all()};
}

Hello own_hello() {
  const BuildFacts& facts = build_facts();
  return {.version = std::string(facts.version), .commit = std::string(facts.commit)};
}

namespace {

/// "0.2.0 (commit d019a15e25 and changes, protocol 3)".
std::string build_of(const Hello& of) {
  constexpr std::size_t whole = 40;
  constexpr std::size_t telling = 10;
  std::string commit = of.commit;
  if (commit.size() >= whole) commit.erase(telling, whole - telling);
  return fmt::format("{} (commit {}, protocol {})", excerpt(of.version), excerpt(commit), of.protocol);
}

}  // namespace

std::string difference(const Hello& here, const Hello& there, std::string_view who) {
  const bool same = here.protocol == there.protocol && here.version == there.version && here.commit == there.commit;
  if (same) return {};
  return fmt::format("{} is heteroscope {}, and this one is {}", who, build_of(there), build_of(here));
}

void check_facts(MachineFacts& facts) {
  constexpr std::size_t most_gpus = 64;
  constexpr int most_threads = 1 << 16;
  const auto possible = [](const device::Facts& gpu) {
    const auto least = std::min({gpu.major, gpu.minor, gpu.multiprocessors, gpu.multiprocessor_numbers, gpu.clock_khz,
                                 gpu.memory_clock_khz, gpu.memory_bus_bits, gpu.driver_version, gpu.runtime_version,
                                 gpu.multiprocessor.threads, gpu.multiprocessor.blocks, gpu.multiprocessor.registers});
    return least >= 0 && gpu.max_threads_per_block > 0 && gpu.fp32_per_fp64 > 0 && gpu.multiprocessor.shared_unit > 0;
  };
  const bool all_possible = !facts.gpus.empty() && facts.gpus.size() <= most_gpus && facts.cpu.threads > 0 &&
                            facts.cpu.threads <= most_threads && std::ranges::all_of(facts.gpus, possible);
  if (!all_possible) throw WireReader::damaged();
  for (std::string* const text : {&facts.cpu.name, &facts.cpu.vector_target}) *text = excerpt(*text);
  for (device::Facts& gpu : facts.gpus) {
    for (std::string* const text : {&gpu.name, &gpu.held_to}) *text = excerpt(*text);
    gpu.why_not = one_line(gpu.why_not);
  }
}

}  // namespace heteroscope
