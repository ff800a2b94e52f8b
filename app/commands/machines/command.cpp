#include <fmt/format.h>

#include <memory>
#include <optional>
#include <string>

#include "app/commands/commands.hpp"
#include "app/commands/machines/fetch.hpp"
#include "app/commands/machines/install.hpp"
#include "app/commands/machines/survey.hpp"
#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "app/files/machines_file.hpp"
#include "core/base/error.hpp"
#include "core/base/message.hpp"

namespace heteroscope {
namespace {

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
