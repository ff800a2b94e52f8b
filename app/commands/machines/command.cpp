#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "app/commands/commands.hpp"
#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/files/machines_file.hpp"
#include "app/relay/remote_run.hpp"
#include "app/text/table.hpp"
#include "core/base/build_facts.hpp"
#include "core/base/error.hpp"
#include "core/base/failure.hpp"
#include "core/base/message.hpp"
#include "core/base/plural.hpp"
#include "core/link/machine_link.hpp"
#include "core/link/machines.hpp"
#include "core/process/process_start.hpp"
#include "core/process/signals.hpp"
#include "core/worker/run_messages.hpp"

namespace heteroscope {
namespace {

std::string words_text(const RunFacts& run) {
  return run.words.empty() ? "a command of another version" : excerpt(fmt::format("{}", fmt::join(run.words, " ")));
}

std::string standing_text(const RunFacts& run) {
  if (run.is_under_way) return "under way";
  return run.code ? fmt::format("ended with exit code {}", *run.code)
                  : "ended early: stopped by a signal, or its machine went down";
}

std::string age_text(double seconds) {
  constexpr double minute = 60;
  constexpr double hour = 3600;
  if (seconds < 2 * minute) return fmt::format("{:.0f} s", std::max(seconds, 0.0));
  return seconds < 2 * hour ? fmt::format("{:.0f} min", seconds / minute) : fmt::format("{:.0f} h", seconds / hour);
}

const RunFacts& chosen(const std::string& machine, const std::vector<RunFacts>& runs,
                       const std::optional<std::string>& name) {
  const std::string known = list_ids(runs, [](const RunFacts& each) { return each.run; });
  if (runs.empty()) throw BadInput(Wrong::missing, "RUN", fmt::format("{} has no saved runs", machine));
  if (!name && runs.size() > 1)
    throw BadInput(Wrong::missing, "RUN", fmt::format("machines fetch {}: which run? {}", machine, known));
  const auto at = std::ranges::find_if(runs, [&](const RunFacts& each) { return !name || each.run == *name; });
  if (at == runs.end()) {
    throw BadInput(Wrong::unknown, "RUN",
                   fmt::format("{} has no saved run {}; its runs: {}", machine, quote(*name), known));
  }
  return *at;
}

/// The names under which a run's files come into the present folder: what is said elsewhere chooses no other. Several
/// that are called alike get numbers.
std::vector<std::string> targets_of(const RunFacts& run) {
  std::vector<std::string> out;
  for (const std::string& each : run.outputs) {
    const std::string name = name_without_folder(each);
    if (name.empty() || name == "." || name == ".." || printable(name) != name || name.front() == '.') {
      throw BadInput(Wrong::damaged, "RUN",
                     fmt::format("a file of the run has a name that cannot be used here: {}", quote(name)));
    }
    std::string target = name;
    for (int i = 2; std::ranges::find(out, target) != out.end(); ++i) target = fmt::format("{}-{}", i, name);
    std::error_code unknown;
    if (std::filesystem::exists(std::filesystem::symlink_status(target, unknown)))
      throw BadInput(fmt::format("{} is here already: fetch the run in another folder", target));
    out.push_back(std::move(target));
  }
  return out;
}

/// Returns a line about each of the runs that a machine keeps, with the command that brings it.
std::string runs_text(const std::string& machine, const std::vector<RunFacts>& runs) {
  std::string out;
  for (const RunFacts& each : runs) {
    out += fmt::format("{}: run {}, begun {} ago, {}: {}; `heteroscope machines fetch {} {}` brings it\n", machine,
                       each.run, age_text(each.begun_s), standing_text(each), words_text(each), machine, each.run);
  }
  return out;
}

/// Brings what a run prints and writes, once it has ended, and returns its exit code: the run of that name, or the only
/// one. Its files come into the present folder, under their own names. Throws BadInput where there is no such run, one
/// of its files is here already, and where the machine cannot be reached.
int fetch_run(const std::string& machine, const std::optional<std::string>& run) {
  const EndOnRequest watching;  // Ctrl-C is the command's to answer, there
  std::unique_ptr<MachineLink> link = connect_to(machine);
  const std::vector<RunFacts> runs = runs_of(*link);
  give_back(std::move(link));
  const RunFacts& one = chosen(machine, runs, run);
  const std::vector<std::string> targets = targets_of(one);
  std::vector<RemoteName> names;
  for (std::size_t i = 0; i < targets.size(); ++i) names.push_back({one.outputs[i], targets[i]});
  return RemoteRun(machine, one.run, std::move(names)).bring(targets);
}

/// What was found out about a machine.
struct SurveyedMachine {
  MachineAddress address;
  std::string trouble;  ///< one sentence where it cannot be used; else empty
  Hello hello;          ///< of its program
  LinkSpeed speed;
  std::vector<RunFacts> runs;  ///< that it keeps
  std::string noise;           ///< what was printed ahead of its greeting; empty: nothing
};

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

/// Asks the machines, all at the same time. Waits for the slowest.
std::vector<SurveyedMachine> survey(const std::vector<MachineAddress>& machines) {
  std::vector<SurveyedMachine> out(machines.size());
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < machines.size(); ++i)
    threads.emplace_back([&out, &machines, i] { out[i] = asked(machines[i]); });
  threads.clear();  // which waits for all
  return out;
}

/// Returns the table of them, and a line below it for each that has something to say.
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
    if (!each.noise.empty()) {
      notes +=
          fmt::format("{}: before the program there answered, it printed {}\n", each.address.name, quote(each.noise));
    }
  }
  const std::string below = troubles + notes;
  return table.markdown() + (below.empty() ? "" : "\n" + below);
}

/// Takes a tar archive. The new folder takes the old one's place in the last steps.
constexpr const char* receive = R"(sh -c 'd="$HOME/.local/share/heteroscope"; b="$HOME/.local/bin"; )"
                                R"(rm -rf "$d.new" && mkdir -p "$d.new" "$b" && tar -C "$d.new" -xf - && )"
                                R"(rm -rf "$d" && mv "$d.new" "$d" && ln -sf "$d/bin/heteroscope" "$b/heteroscope"')";

/// Writes a tar archive of the folders named behind the first two words to ssh, whose machine and command those are.
constexpr const char* send =
    R"(machine=$1; command=$2; root=$3; shift 3; tar -C "$root" -chf - "$@" | ssh -T -o BatchMode=yes "$machine" "$command")";

/// What is copied: the folder of an archive that this program was unpacked from, or the program alone.
struct CopiedParts {
  std::filesystem::path root;
  std::vector<std::string> names;
};

CopiedParts parts_of_program() {
  std::error_code unknown;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", unknown);
  if (unknown) throw BadInput("machines install: the system does not say in which file this program is");
  const std::filesystem::path folder = program.parent_path();
  const std::filesystem::path libraries = folder.parent_path() / "lib" / "heteroscope";
  if (folder.filename() == "bin" && std::filesystem::is_directory(libraries, unknown))
    return {folder.parent_path(), {"bin/" + program.filename().string(), "lib/heteroscope"}};
  return {folder, {"--transform=s,^[^/]*$,bin/heteroscope,", program.filename().string()}};
}

bool is_agreed(const std::string& question) {
  if (isatty(STDIN_FILENO) != 1) {
    throw BadInput(
        "machines install: standard input is not a terminal, so the question cannot be asked; --yes copies without "
        "asking");
  }
  print_out(question);
  flush_out();
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "yes";
}

/// Copies this program to the machine, into .local/share/heteroscope of the home folder there, with a link in
/// .local/bin; what was there is exchanged once the copy is whole. Asks first, unless `agreed`. Throws BadInput where
/// nobody agrees, the machine is not reached by ssh, or copying fails.
void install_on(const MachineAddress& machine, bool agreed) {
  if (!machine.via.empty()) {
    throw BadInput(
        fmt::format("machines install: {} is reached by a command of its own, {}; copy the program there in "
                    "whichever way leads there",
                    machine.name, machine.via));
  }
  if (!agreed && !is_agreed(fmt::format("Copy heteroscope {} to {}, into ~/.local/share/heteroscope? [y/N] ",
                                        build_facts().version, machine.name)))
    throw BadInput("machines install: nothing was copied");
  const CopiedParts parts = parts_of_program();
  ProcessStart start(ProcessStart::Apart::group);
  start.connect(STDERR_FILENO, STDERR_FILENO);
  std::vector<std::string> words{"/bin/sh", "-c", send, "sh", machine.name, receive, parts.root.string()};
  words.insert(words.end(), parts.names.begin(), parts.names.end());
  pid_t process = -1;
  if (const int error = start.run(process, std::move(words)); error != 0)
    throw BadInput(fmt::format("machines install: a shell cannot be started: {}", std::strerror(error)));
  const int status = status_at_end(process);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    throw BadInput(fmt::format("machines install: copying to {} failed", machine.name));
}

constexpr const char* machines_footer = R"(
Without an ACTION the machines that were added are listed: version, processors, the round-trip time of a
message, and how many bytes the link carries in a second; or one sentence that says why a machine cannot
be used. Below the table stand the runs: commands that were begun there and whose output was not fetched.

Actions:
  add       adds a machine: ssh reaches it by this name, or the command of --via starts
            `heteroscope worker` there. One that cannot be used yet is added, too: a line says why not
  remove    removes the machine from the list; nothing changes on it
  install   copies this program there through ssh, into .local/share/heteroscope of the home folder, with
            a link in .local/bin; asks first
  fetch     brings the output and the files of a run that was left there, by --detach or because the link
            was lost for too long: the RUN that the list names, or the only one. Waits until it ends;
            Ctrl-C ends it. The exit code is the run's. Its files are put into the current folder

A machine's processors are named like those of this machine, followed by an @ and its name: --processor
gpu@server, cpu@server, gpu:0,1@server. Named together with processors of this machine, they compute rows
of the same frame, as --split says: --processor split:cpu,gpu:0@server. No port is opened on either side.
ssh is called with -T and -o BatchMode=yes, so a machine that asks for a password cannot be used.

Examples:
  heteroscope machines
  heteroscope machines add server
  heteroscope machines add box --via "docker exec -i box heteroscope worker"
  heteroscope machines add node --via "srun --gres=gpu:1 heteroscope worker"
  heteroscope machines remove box
  heteroscope machines install server
  heteroscope machines fetch server)";

struct MachinesOptions {
  std::optional<std::string> action, machine, run, via;
  bool yes = false;
};

/// Refuses options that the action does not read.
void check_options(const MachinesOptions& options) {
  const std::string action = options.action.value_or("");
  if (options.via && action != "add") throw BadInput(Wrong::unused, "--via", "--via belongs to `machines add`");
  if (options.yes && action != "install") throw BadInput(Wrong::unused, "--yes", "--yes belongs to `machines install`");
  if (!options.action) return;
  if (action != "add" && action != "remove" && action != "install" && action != "fetch") {
    throw BadInput(Wrong::unknown, "ACTION",
                   fmt::format("machines: {} is not an action; known: add, remove, install, fetch", quote(action)));
  }
  if (options.run && action != "fetch") throw BadInput(Wrong::unused, "RUN", "a RUN belongs to `machines fetch`");
  if (!options.machine) {
    throw BadInput(
        Wrong::missing, "MACHINE",
        fmt::format("machines {}: which machine? For example `heteroscope machines {} server`", action, action));
  }
}

std::string listed() {
  const std::vector<MachineAddress> machines = kept_machines();
  if (machines.empty()) return "no machines were added; `heteroscope machines add NAME` adds one that ssh reaches\n";
  return survey_text(survey(machines));
}

/// Adds the machine, also one that is switched off today or lacks the program, which `machines install` brings.
void add_machine(const MachineAddress& machine) {
  keep_machine(machine);
  const std::vector<SurveyedMachine> found = survey({machine});
  print_out(survey_text(found));
  if (found.front().trouble.empty()) return;
  print_out(
      fmt::format("{0} is in the list now, but it cannot be used yet; `heteroscope machines` tries it again, "
                  "`heteroscope machines remove {0}` removes it\n",
                  machine.name));
}

int change_or_list(const MachinesOptions& options) {
  check_options(options);
  if (!options.action) {
    print_out(listed());
  } else if (*options.action == "add") {
    add_machine({.name = *options.machine, .via = options.via.value_or("")});
  } else if (*options.action == "remove") {
    forget_machine(*options.machine);
  } else if (*options.action == "fetch") {
    return fetch_run(*options.machine, options.run);
  } else {
    const MachineAddress machine = find_machine(*options.machine);
    install_on(machine, options.yes);
    print_out(survey_text(survey({machine})));
  }
  return exit_success;
}

}  // namespace

void add_machines_command(Command& program, Action& action) {
  auto options = std::make_shared<MachinesOptions>();
  Command* const command =
      program.add_subcommand("machines", "Add, list and remove machines elsewhere that compute for this one");
  command
      ->add_option("ACTION", options->action, "add, remove, install or fetch; if not given, the machines are\nlisted")
      ->type_name("ACTION");
  command->add_option("MACHINE", options->machine, "The name by which ssh reaches it; with --via any name")
      ->type_name("NAME");
  command->add_option("RUN", options->run, "For fetch: the run, as the list of machines names it")->type_name("RUN");
  command
      ->add_option(
          "--via", options->via,
          "For add: a command for sh that starts `heteroscope worker` there\nand connects its own standard input and "
          "output with it")
      ->type_name("COMMAND");
  command->add_flag("--yes", options->yes, "For install: copy without asking");
  command->footer(machines_footer);
  command->callback([options, &action] { action = [options] { return change_or_list(*options); }; });
}

}  // namespace heteroscope
