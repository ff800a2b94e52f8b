#include "core/model/settings/processors.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <omp.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <span>
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

/// How the CPU of this machine is written where processors elsewhere share its rows.
constexpr std::string_view cpu_of_split = "split:cpu";

}  // namespace

namespace {

/// Shares that were for other participants become one for the GPUs together.
void drop_shares(Execution& execution) {
  std::vector<double>& shares = execution.shares;
  if (shares.size() < 2) return;
  const double of_gpus = std::accumulate(shares.begin(), shares.end(), 0.0);
  shares = {execution.processor == Processor::split ? std::min(of_gpus, 1.0) : Execution{}.shares.front()};
}

}  // namespace

void set_participants(Execution& execution, Processor processor, GpuChoice gpus) {
  if (execution.processor == processor && execution.gpus == gpus) return;
  drop_shares(execution);
  execution.processor = processor;
  execution.gpus = std::move(gpus);
}

void set_participants_elsewhere(Execution& execution, std::vector<Participant> elsewhere) {
  if (execution.elsewhere == elsewhere) return;
  drop_shares(execution);
  execution.elsewhere = std::move(elsewhere);
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

/// Processors of one machine, as they are written: "split:cpu", "gpu:0,1@server".
struct Group {
  std::string_view processors;
  std::string_view machine;  ///< empty: this one
};

/// Returns the groups of a text, whose words other than numbers begin one each; none where a machine's name is wrong.
std::vector<Group> groups_in(std::string_view text) {
  std::vector<std::string_view> parts;
  for (const std::string_view word : words_between_commas(text)) {
    const bool goes_on = !parts.empty() && !word.empty() && word.front() >= '0' && word.front() <= '9';
    if (goes_on) {
      parts.back() = {parts.back().data(), static_cast<std::size_t>(word.data() + word.size() - parts.back().data())};
    } else {
      parts.push_back(word);
    }
  }
  std::vector<Group> out;
  for (const std::string_view part : parts) {
    const std::size_t at = part.find('@');
    out.push_back({part.substr(0, at), at == part.npos ? std::string_view() : part.substr(at + 1)});
    if (at != part.npos && !wrong_machine_name(out.back().machine).empty()) return {};
  }
  return out;
}

std::string with_commas(std::span<const Group> groups) {
  std::string out;
  for (const Group& each : groups) out += (out.empty() ? "" : ",") + std::string(each.processors);
  return out;
}

/// Returns the processors of a group that is elsewhere, GPUs by their numbers; nothing where it names none so.
std::optional<std::vector<Participant>> participants_in(const Group& group) {
  Execution there;
  if (!set_processors_there(there, group.processors)) return std::nullopt;
  const std::string machine(group.machine);
  if (there.processor == Processor::cpu) return std::vector{Participant{Processor::cpu, 0, machine}};
  if (there.processor == Processor::split || there.gpus.all) return std::nullopt;
  std::vector<Participant> out;
  const std::vector<int> first{0};
  for (const int number : there.gpus.numbers.empty() ? first : there.gpus.numbers)
    out.push_back({Processor::gpu, number, machine});
  return out;
}

}  // namespace

bool set_processors(Execution& execution, std::string_view text) {
  const std::vector<Group> groups = groups_in(text);
  if (groups.empty()) return false;
  const auto is_elsewhere = [](const Group& each) { return !each.machine.empty(); };
  const auto beyond = std::ranges::find_if(groups, is_elsewhere);
  const bool one_machine =
      std::ranges::all_of(groups, [&](const Group& each) { return each.machine == groups.front().machine; });
  if (!one_machine && (beyond == groups.begin() || !std::all_of(beyond, groups.end(), is_elsewhere))) return false;
  std::vector<Participant> elsewhere;
  for (auto each = one_machine ? groups.end() : beyond; each != groups.end(); ++each) {
    const auto there = participants_in(*each);
    if (!there) return false;
    elsewhere.insert(elsewhere.end(), there->begin(), there->end());
  }
  std::string here = with_commas({groups.begin(), one_machine ? groups.end() : beyond});
  if (!elsewhere.empty() && here == cpu_of_split) here = id_of(Processor::cpu);
  if (!set_processors_there(execution, here)) return false;
  execution.machine = groups.front().machine;
  set_participants_elsewhere(execution, std::move(elsewhere));
  return true;
}

namespace {

/// ",gpu:0,1@server,cpu@other": GPUs of one machine that follow each other stand together.
std::string text_of_elsewhere(std::span<const Participant> elsewhere) {
  std::string out;
  for (std::size_t i = 0; i < elsewhere.size(); ++i) {
    const Participant& each = elsewhere[i];
    out += each.is_gpu() ? fmt::format(",gpu:{}", each.device) : ",cpu";
    for (; each.is_gpu() && i + 1 < elsewhere.size() && elsewhere[i + 1].is_gpu() &&
           elsewhere[i + 1].machine == each.machine;
         ++i)
      out += fmt::format(",{}", elsewhere[i + 1].device);
    out += '@' + each.machine;
  }
  return out;
}

}  // namespace

std::string processors_text(const Execution& execution) {
  const std::string there = processors_there(execution);
  if (!execution.elsewhere.empty()) {
    const bool cpu = execution.processor == Processor::cpu;
    return (cpu ? std::string(cpu_of_split) : there) + text_of_elsewhere(execution.elsewhere);
  }
  if (execution.machine.empty()) return there;
  // behind the CPU's name alone, the machine would be that of the GPUs
  const std::size_t comma = execution.processor == Processor::split ? there.find(',') : there.npos;
  return (comma == there.npos ? there : there.substr(0, comma) + '@' + execution.machine + there.substr(comma)) + '@' +
         execution.machine;
}

device::Devices devices_of(const Execution& execution, device::Devices here) {
  return execution.machine.empty() ? here : device::Devices(machine_facts(execution.machine).gpus);
}

int cpu_threads_of(const Execution& execution) {
  return execution.machine.empty() ? omp_get_num_procs() : machine_facts(execution.machine).cpu.threads;
}

device::Devices shown_devices(const Execution& execution) {
  const bool elsewhere = !execution.machine.empty() && is_known_machine(execution.machine);
  return elsewhere ? devices_of(execution, device::Devices::here()) : device::Devices::here();
}

std::string processors_there(const Execution& execution) {
  std::string out(id_of(execution.processor));
  const GpuChoice& gpus = execution.gpus;
  if (execution.processor == Processor::cpu || gpus == GpuChoice{}) return out;
  out += execution.processor == Processor::split ? ":cpu,gpu:" : ":";
  return out + (gpus.all ? "all" : fmt::format("{}", fmt::join(gpus.numbers, ",")));
}

bool computes_on(const Execution& execution, Processor cpu_or_gpu) {
  const auto is_it = [&](const Participant& each) { return each.processor == cpu_or_gpu; };
  return execution.processor == cpu_or_gpu || execution.processor == Processor::split ||
         std::ranges::any_of(execution.elsewhere, is_it);
}

bool uses_machines(const Execution& execution) {
  return !execution.machine.empty() || !execution.elsewhere.empty();
}

bool shares_a_frame(const Execution& execution) {
  return !execution.elsewhere.empty() || execution.processor == Processor::split ||
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
