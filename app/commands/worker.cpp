#include <fcntl.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>

#include "app/commands/commands.hpp"
#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "core/io/descriptor.hpp"
#include "core/serving/serve.hpp"
#include "core/worker/worker_executor.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {

namespace {

constexpr const char* footer = R"(
This program starts it by itself where variants are to run in a process of their own (--isolate, and
variants of one's own). It speaks with the process that has started it over its standard input,
which is a socket, and ends with it.)";

/// Takes the socket away from standard input and output: what a variant writes there goes to standard error.
int take_socket() {
  int type = 0;
  socklen_t size = sizeof type;
  if (getsockopt(STDIN_FILENO, SOL_SOCKET, SO_TYPE, &type, &size) != 0 || type != SOCK_STREAM)
    throw BadInput("worker: standard input is no socket; this program starts workers by itself, see --isolate");
  const int socket = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  const Descriptor nothing(open("/dev/null", O_RDONLY | O_CLOEXEC));
  dup2(nothing.get(), STDIN_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  return socket;
}

}  // namespace

void add_worker_command(Command& program, Action& action) {
  Command* const command =
      program.add_subcommand(std::string(worker_command), "Execute plans for another process of this program");
  command->footer(footer);
  command->callback([&action] {
    action = [] {
      // Ctrl-C is the other process's to answer: it stops what is under way, or ends, and this one with it.
      std::signal(SIGINT, SIG_IGN);
      std::signal(SIGQUIT, SIG_IGN);
      serve(take_socket(), catalog(), own_variants());
      return exit_success;
    };
  });
}

}  // namespace heteroscope
