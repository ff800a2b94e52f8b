#include <fcntl.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "app/commands/commands.hpp"
#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "core/io/descriptor.hpp"
#include "core/link/message_channel.hpp"
#include "core/link/program_process.hpp"
#include "core/own/compile/code_cache.hpp"
#include "core/own/compile/nvrtc_process.hpp"
#include "core/serving/confinement.hpp"
#include "core/serving/run_keeper.hpp"
#include "core/serving/serve.hpp"
#include "core/worker/worker_process.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

constexpr const char* worker_footer = R"(
This program starts it by itself where variants are to run in a process of their own (--isolate, and
variants of one's own), and on another machine through ssh or the command that `heteroscope machines
add` was given. It speaks with the process that has started it over standard input and output, opens
no port, and ends with its input.)";

/// The streams over which a worker speaks.
struct WorkerStreams {
  Descriptor in, out;
};

/// Takes them away from standard input and output: what a variant writes there goes to standard error, line by line,
/// since a fault ends this process without a word more.
WorkerStreams take_streams() {
  if (isatty(STDIN_FILENO) == 1) {
    throw BadInput(
        "worker: standard input is a terminal, and a worker speaks with a program; `heteroscope machines add` and "
        "--isolate start workers by themselves");
  }
  WorkerStreams out{Descriptor(fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)),
                    Descriptor(fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1))};
  const Descriptor nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
  dup2(nothing.get(), STDIN_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  std::setvbuf(stdout, nullptr, _IOLBF, 0);
  return out;
}

/// The worker's own folder is that of its temporary files. It writes also what it keeps from one start to the next:
/// compiled code, and what CUDA has compiled. Source of CUDA's folder: the CUDA C++ programming guide, CUDA_CACHE_PATH.
void confine_to(const std::filesystem::path& folder) {
  setenv("TMPDIR", folder.c_str(), 1);
  std::vector<std::filesystem::path> places{folder};
  if (const std::filesystem::path code = CodeCache::usual_folder(); !code.empty()) places.push_back(code);
  const char* const chosen = std::getenv("CUDA_CACHE_PATH");
  const char* const home = std::getenv("HOME");
  if (chosen != nullptr) places.emplace_back(chosen);
  if (chosen == nullptr && home != nullptr) places.push_back(std::filesystem::path(home) / ".nv");
  static_cast<void>(confine_writes(places));  // a system without Landlock confines nothing
}

}  // namespace

void add_worker_command(Command& program, Action& action) {
  Command* const command = program.add_subcommand(
      std::string(worker_command), "Execute plans for another process of this program, here or elsewhere");
  command->footer(worker_footer);
  auto folder = std::make_shared<std::optional<std::filesystem::path>>();
  auto run = std::make_shared<std::optional<std::filesystem::path>>();
  auto compiles = std::make_shared<bool>(false);
  command->add_flag(std::string(compiler_option), *compiles, "Compile kernels, and nothing else")->group("");
  command->add_option(std::string(worker_folder_option), *folder, "The only folder to write to")->group("");
  command->add_option(std::string(worker_run_option), *run, "The folder of a command to wait for")->group("");
  command->callback([compiles, folder, run, &action] {
    action = [compiles, folder, run] {
      if (*run) {
        keep_run(**run);
        return exit_success;
      }
      // Ctrl-C is the other process's to answer: it stops what is under way, or ends, and this one with it.
      std::signal(SIGINT, SIG_IGN);
      std::signal(SIGQUIT, SIG_IGN);
      std::signal(SIGTTOU, SIG_IGN);  // its group is not the terminal's
      std::signal(SIGPIPE, SIG_IGN);  // the end of what it reads says that nobody is there
      const WorkerStreams streams = take_streams();
      const MessageChannel channel(streams.in.get(), streams.out.get());
      // a person's functions run only in one that has a folder; runs, which another begins, have a login's limits
      limit_process(*folder || *compiles ? Limits::for_good : Limits::until_lifted);
      if (*compiles) serve_nvrtc(channel);
      // before there is a second thread, which would not be confined
      if (*folder) {
        lead_group();
        confine_to(**folder);
      }
      serve(channel, catalog(), own_variants());
      return exit_success;
    };
  });
}

}  // namespace heteroscope
