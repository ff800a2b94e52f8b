#include "core/serving/served_command.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <utility>

#include "core/base/error.hpp"
#include "core/io/file.hpp"
#include "core/io/pipe.hpp"
#include "core/link/message_kind.hpp"
#include "core/own/compile/private_folder.hpp"
#include "core/process/process_start.hpp"

namespace heteroscope {
namespace {

/// A stream of the command, whose lines are passed on.
class PassedOn {
 public:
  PassedOn(std::uint64_t number, bool is_error) : number_(number), is_error_(is_error) {}

  [[nodiscard]] int writes() const { return pipe_.writes.get(); }
  [[nodiscard]] int reads() const { return pipe_.reads.get(); }
  [[nodiscard]] bool is_open() const { return pipe_.reads.is_open(); }
  void has_begun() { pipe_.writes = Descriptor(); }

  /// Reads what is there, and sends the whole lines of it; all that is left at the stream's end.
  void pass_on(const MessageChannel& channel) {
    std::array<char, 65536> bytes{};
    const ssize_t got = read(reads(), bytes.data(), bytes.size());
    if (got < 0 && errno == EINTR) return;
    if (got <= 0) {
      pipe_.reads = Descriptor();
      send(channel, waiting_.size());
      return;
    }
    waiting_.append(bytes.data(), static_cast<std::size_t>(got));
    constexpr std::size_t longest_line = std::size_t{1} << 20;
    const std::size_t end = waiting_.rfind('\n');
    send(channel, end != waiting_.npos ? end + 1 : waiting_.size() > longest_line ? waiting_.size() : 0);
  }

 private:
  void send(const MessageChannel& channel, std::size_t bytes) {
    if (bytes == 0) return;
    channel.send(message(MessageKind::output, CommandOutput{number_, is_error_, waiting_.substr(0, bytes)}));
    waiting_.erase(0, bytes);
  }

  std::uint64_t number_;
  bool is_error_;
  PipeEnds pipe_ = open_pipe("the command");
  std::string waiting_;
};

/// Passes on what the command prints until both of its streams have ended.
void pass_on_all(PassedOn& out, PassedOn& error, pid_t process, const MessageChannel& channel,
                 const std::stop_token& stop) {
  constexpr int turn_ms = 50;
  bool asked = false;
  while (out.is_open() || error.is_open()) {
    if (stop.stop_requested() && !std::exchange(asked, true)) ::kill(process, SIGINT);
    std::array<pollfd, 2> waiting{pollfd{.fd = out.reads(), .events = POLLIN, .revents = 0},
                                  pollfd{.fd = error.reads(), .events = POLLIN, .revents = 0}};
    if (poll(waiting.data(), waiting.size(), turn_ms) <= 0) continue;
    if (waiting[0].revents != 0) out.pass_on(channel);
    if (waiting[1].revents != 0) error.pass_on(channel);
  }
}

void write_inputs(const CommandRequest& request, const std::filesystem::path& folder) {
  for (const SentFile& each : request.inputs) {
    std::filesystem::create_directories((folder / each.name).parent_path());
    write_scratch_file(folder / each.name, each.bytes);
  }
  for (const std::string& each : request.outputs) std::filesystem::create_directories((folder / each).parent_path());
}

void send_outputs(const CommandRequest& request, const std::filesystem::path& folder, const MessageChannel& channel) {
  for (std::uint32_t which = 0; which < request.outputs.size(); ++which) {
    const std::filesystem::path path = folder / request.outputs[which];
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(path, unknown)) continue;
    const std::vector<std::byte> bytes = read_file(path, MessageChannel::longest_from_elsewhere / 2);
    channel.send(
        message(MessageKind::file,
                CommandFile{request.number, which, {reinterpret_cast<const char*>(bytes.data()), bytes.size()}}));
  }
}

}  // namespace

void serve_command(const CommandRequest& request, const MessageChannel& channel, const std::stop_token& stop) {
  const PrivateFolder folder;
  write_inputs(request, folder.path());
  PassedOn out(request.number, false);
  PassedOn error(request.number, true);
  ProcessStart start(ProcessStart::Apart::no);
  start.connect(out.writes(), STDOUT_FILENO);
  start.connect(error.writes(), STDERR_FILENO);
  start.enter(folder.path().string());
  std::vector<std::string> words{"/proc/self/exe"};
  words.insert(words.end(), request.words.begin(), request.words.end());
  pid_t process = -1;
  if (const int failed = start.run(process, std::move(words)); failed != 0)
    throw BadInput(fmt::format("the command cannot be started: {}", std::strerror(failed)));
  out.has_begun();
  error.has_begun();
  pass_on_all(out, error, process, channel, stop);
  const int status = status_at_end(process);
  send_outputs(request, folder.path(), channel);
  channel.send(message(MessageKind::ended, CommandEnd{request.number, WIFEXITED(status) ? WEXITSTATUS(status) : -1}));
}

}  // namespace heteroscope
