#include "app/commands/machines/survey.hpp"

#include <fmt/format.h>

#include <thread>

#include "app/commands/machines/fetch.hpp"
#include "app/relay/remote_run.hpp"
#include "app/text/table.hpp"
#include "core/base/failure.hpp"
#include "core/base/message.hpp"
#include "core/base/plural.hpp"

namespace heteroscope {
namespace {

SurveyedMachine asked(const MachineAddress& address) {
  SurveyedMachine out{.address = address};
  const Failure failed = attempt([&] {
    MachineLink link(address);
    out.hello = link.hello();
    out.noise = link.noise();
    out.speed = link.speed();
    out.runs = runs_of(link);
  });
  out.trouble = failed.line;
  return out;
}

std::string cards_of(const MachineFacts& facts) {
  std::string out;
  for (std::size_t i = 0; i < facts.gpus.size(); ++i) {
    const device::Facts& gpu = facts.gpus[i];
    if (!out.empty()) out += "; ";
    if (facts.gpus.size() > 1) out += fmt::format("{}: ", i);
    out += gpu.available ? gpu.name : fmt::format("none ({})", gpu.why_not);
  }
  return out;
}

}  // namespace

std::vector<SurveyedMachine> survey(const std::vector<MachineAddress>& machines) {
  std::vector<SurveyedMachine> out(machines.size());
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < machines.size(); ++i)
    threads.emplace_back([&out, &machines, i] { out[i] = asked(machines[i]); });
  threads.clear();  // which waits for all
  return out;
}

std::string survey_text(const std::vector<SurveyedMachine>& machines) {
  TextTable table({{"machine"}, {"reached by"}, {"version"}, {"CPU"}, {"GPUs"}, {"round trip", true}, {"rate", true}});
  std::string troubles;
  std::string notes;
  for (const SurveyedMachine& each : machines) {
    const std::string way = each.address.via.empty() ? "ssh" : excerpt(each.address.via);
    if (!each.trouble.empty()) {
      table.add({each.address.name, way, "cannot be used"});
      troubles += one_line(each.trouble) + '\n';
      continue;
    }
    const CpuFacts& cpu = each.hello.facts.cpu;
    table.add({each.address.name, way, each.hello.version,
               fmt::format("{}, {}", cpu.name, plural(cpu.threads, "thread")), cards_of(each.hello.facts),
               milliseconds(each.speed.delay_ms), with_prefix(each.speed.bytes_per_s) + "B/s"});
    notes += runs_text(each.address.name, each.runs);
    if (!each.noise.empty())
      notes +=
          fmt::format("{}: before the program there answered, it printed {}\n", each.address.name, quote(each.noise));
  }
  const std::string below = troubles + notes;
  return table.markdown() + (below.empty() ? "" : "\n" + below);
}

}  // namespace heteroscope
