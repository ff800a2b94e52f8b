#include "app/commands/machines/install.hpp"

#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "app/console/console.hpp"
#include "core/base/build_facts.hpp"
#include "core/base/error.hpp"
#include "core/process/process_start.hpp"

namespace heteroscope {
namespace {

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
  if (isatty(STDIN_FILENO) != 1)
    throw BadInput(
        "machines install: standard input is not a terminal, so the question cannot be asked; --yes copies without "
        "asking");
  print_out(question);
  flush_out();
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "yes";
}

}  // namespace

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

}  // namespace heteroscope
