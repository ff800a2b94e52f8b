#include "core/model/settings/processors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <omp.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "core/base/comma_list.hpp"
#include "core/base/number_text.hpp"
#include "core/link/machines.hpp"

namespace heteroscope {

namespace {

/// "0,1" or "all".
std::optional<GpuChoice> gpus_in(std::string_view text) {
  if (text == "all") return GpuChoice{.all = true, .numbers = {}};
  const auto numbers = whole_numbers_in(text);
  return numbers ? std::optional(GpuChoice{.all = false, .numbers = *numbers}) : std::nullopt;
}

}  // namespace

void set_participants(Execution& execution, Processor processor, GpuChoice gpus) {
  if (execution.processor == processor && execution.gpus == gpus) return;
  std::vector<double>& shares = execution.shares;
  if (shares.size() > 1) {
    const double of_gpus = std::accumulate(shares.begin(), shares.end(), 0.0);
    shares = {execution.processor == Processor::split ? std::min(of_gpus, 1.0) : Execution{}.shares.front()};
  }
  execution.processor = processor;
  execution.gpus = std::move(gpus);
}

namespace {

/// Sets who computes, on whichever machine.
bool set_processors_there(Execution& execution, std::string_view text) {
  if (const auto alone = from_id<Processor>(text)) {
    set_participants(execution, *alone);
    return true;
  }
  constexpr std::string_view of_gpus = "gpu:";
  constexpr std::string_view of_both = "split:cpu,gpu:";
  for (const auto& [prefix, processor] : {std::pair{of_gpus, Processor::gpu}, std::pair{of_both, Processor::split}}) {
    if (!text.starts_with(prefix)) continue;
    const auto gpus = gpus_in(text.substr(prefix.size()));
    if (!gpus) return false;
    set_participants(execution, processor, *gpus);
    return true;
  }
  return false;
}

}  // namespace

bool set_processors(Execution& execution, std::string_view text) {
  const std::size_t at = text.find('@');
  const std::string_view machine = at == text.npos ? std::string_view() : text.substr(at + 1);
  if (at != text.npos && !wrong_machine_name(machine).empty()) return false;
  if (!set_processors_there(execution, text.substr(0, at))) return false;
  execution.machine = machine;
  return true;
}

std::string processors_text(const Execution& execution) {
  return processors_there(execution) + (execution.machine.empty() ? "" : "@" + execution.machine);
}

device::Devices devices_of(const Execution& execution, device::Devices here) {
  return execution.machine.empty() ? here : device::Devices(machine_facts(execution.machine).gpus);
}

int cpu_threads_of(const Execution& execution) {
  return execution.machine.empty() ? omp_get_num_procs() : machine_facts(execution.machine).cpu.threads;
}

device::Devices shown_devices(const Execution& execution) {
  const bool elsewhere = !execution.machine.empty() && is_known_machine(execution.machine);
  return elsewhere ? devices_of(execution, device::all()) : device::Devices(device::all());
}

std::string processors_there(const Execution& execution) {
  std::string out(id_of(execution.processor));
  const GpuChoice& gpus = execution.gpus;
  if (execution.processor == Processor::cpu || gpus == GpuChoice{}) return out;
  out += execution.processor == Processor::split ? ":cpu,gpu:" : ":";
  return out + (gpus.all ? "all" : fmt::format("{}", fmt::join(gpus.numbers, ",")));
}

bool shares_a_frame(const Execution& execution) {
  return execution.processor == Processor::split ||
         (execution.processor == Processor::gpu && (execution.gpus.all || execution.gpus.numbers.size() > 1));
}

bool set_split(Execution& execution, std::string_view text) {
  if (const auto way = from_id<Sharing>(text); way && *way != Sharing::by_hand) {
    execution.sharing = *way;
    return true;
  }
  std::vector<double> shares;
  for (const std::string_view each : words_between_commas(text)) {
    const auto share = number_from<double>(without_plus(each));
    if (!share || !(*share >= 0 && *share <= 1)) return false;
    shares.push_back(*share);
  }
  execution.sharing = Sharing::by_hand;
  execution.shares = std::move(shares);
  return true;
}

std::string split_text(const Execution& execution) {
  if (execution.sharing != Sharing::by_hand) return std::string(id_of(execution.sharing));
  return fmt::format("{}", fmt::join(execution.shares, ","));
}

}  // namespace heteroscope
