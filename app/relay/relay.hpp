#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/options/command_line.hpp"

namespace heteroscope {

/// A command whose processors are another machine's.
struct CommandElsewhere {
  std::string machine;
  std::vector<std::string> words;  ///< of the command line, without the machine and without the program's name
  bool detached = false;           ///< it is begun there, and not waited for
};

/// The option, not in the help, by which `verify` is told how the machine that it runs on is called where it was typed.
inline constexpr std::string_view called_option = "--called";

/// Adds --detach to a command that relay() can execute.
Option* add_detach_option(Command& command);

/// Returns the machine elsewhere that --processor names; empty: none.
std::string machine_in(int argc, char** argv);

/// Returns what the words ask for where --processor names a machine elsewhere; none where it names none. The settings
/// of commands that compute frames themselves (render, movie, trace) say it, too, and are left alone. Throws BadInput
/// for a command that computes here alone, and for --detach without a machine.
std::optional<CommandElsewhere> command_elsewhere(const std::string& command, int argc, char** argv);

/// Executes a command on its machine, where all that it measures is measured, and returns its exit code. What it prints
/// is printed here, and the files that it writes are written here at its end. It goes on there while the link is lost,
/// and is found again (remote_run.hpp). Throws BadInput where a file could not be read or written here, the machine
/// cannot be reached, and where it cannot be reached again.
int relay(const CommandElsewhere& command);

}  // namespace heteroscope
