#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/relay/relay.hpp"
#include "core/worker/run_messages.hpp"

namespace heteroscope {

/// A file or folder of a command, which has another name where the command is executed.
struct RemoteName {
  std::string there;
  std::string here;
};

/// Exchanges names that a text has from there for those that they have here.
std::string with_names_here(std::string text, const std::vector<RemoteName>& names);

/// Returns the own name of a file there, without the folder that was put ahead of it.
std::string name_without_folder(const std::string& there);

/// A file of this machine that goes along with a command.
struct CommandInput {
  std::string there;  ///< as the command's words have it
  std::filesystem::path here;
};

/// A command with the files that go along.
struct PackedCommand {
  RunRequest request;  ///< without its inputs, which have to be sent first
  std::vector<CommandInput> inputs;
  std::vector<std::string> targets;  ///< by output: the file here
  std::vector<RemoteName> names;
};

/// Looks at the files that go along, and exchanges their names for those that they have there. Throws BadInput where
/// one cannot be read or, here at the end, written, where they have more than FilesThere::most_bytes together, and for
/// what cannot be had elsewhere.
PackedCommand pack_command(const CommandElsewhere& command);

}  // namespace heteroscope
