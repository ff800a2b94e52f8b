#include "core/serving/run_sender.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/message.hpp"
#include "core/io/descriptor.hpp"
#include "core/link/message_kind.hpp"
#include "core/worker/messages.hpp"

namespace heteroscope {
namespace {

/// A stream of a run, whose lines are passed on.
class RunStream {
 public:
  RunStream(const std::filesystem::path& file, const FollowRequest& request, bool is_error)
      : file_(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW)),
        number_(request.number),
        is_error_(is_error),
        until_(is_error ? request.seen_error : request.seen_out) {}

  /// Sends the whole lines of what is new, and with `all` the rest, too; without the name of the run's folder, so that
  /// a file has the name that the command's words have. Returns false if nobody is there to be told.
  bool send_new(const MessageChannel& channel, const std::string& folder, bool all) {
    std::array<char, 65536> bytes{};
    for (;;) {
      const auto at = static_cast<off_t>(until_ + waiting_.size());
      const ssize_t got = pread(file_.get(), bytes.data(), bytes.size(), at);
      if (got <= 0) break;
      waiting_.append(bytes.data(), static_cast<std::size_t>(got));
      if (!send(channel, folder, whole_lines())) return false;
    }
    return !all || send(channel, folder, waiting_.size());
  }

 private:
  [[nodiscard]] std::size_t whole_lines() const {
    constexpr std::size_t longest_line = std::size_t{1} << 20;
    const std::size_t end = waiting_.rfind('\n');
    return end != waiting_.npos ? end + 1 : waiting_.size() > longest_line ? waiting_.size() : 0;
  }

  bool send(const MessageChannel& channel, const std::string& folder, std::size_t bytes) {
    if (bytes == 0) return true;
    std::string text = waiting_.substr(0, bytes);
    for (std::size_t at = text.find(folder); at != text.npos; at = text.find(folder, at)) text.erase(at, folder.size());
    waiting_.erase(0, bytes);
    until_ += bytes;
    return channel.send(message(MessageKind::output, RunOutput{number_, is_error_, until_, std::move(text)}));
  }

  Descriptor file_;
  std::uint64_t number_;
  bool is_error_;
  std::uint64_t until_;  ///< bytes of it that have been sent
  std::string waiting_;  ///< those behind them that have been read
};

/// Sends a file in parts, so that one may have any size. Returns false if nobody is there to be told.
bool send_output(const std::filesystem::path& path, RunFile part, const MessageChannel& channel) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  do {
    part.bytes.resize(RunFile::most_bytes);
    const ssize_t got =
        file.is_open() ? pread(file.get(), part.bytes.data(), part.bytes.size(), static_cast<off_t>(part.at)) : -1;
    if (got < 0) throw BadInput(fmt::format("cannot read {}: {}", path.string(), reason_of(errno)));
    part.bytes.resize(static_cast<std::size_t>(got));
    part.is_last = part.bytes.size() < RunFile::most_bytes;
    if (!channel.send(message(MessageKind::file, part))) return false;
    part.at += part.bytes.size();
  } while (!part.is_last);
  return true;
}

/// Returns false likewise.
bool send_outputs(const RunFolder& run, std::uint64_t number, const MessageChannel& channel) {
  const std::vector<std::string> outputs = run.command().outputs;
  for (std::uint32_t which = 0; which < outputs.size(); ++which) {
    const std::optional<std::filesystem::path> path = run.output(outputs[which]);
    if (path && !send_output(*path, {.number = number, .which = which, .bytes = {}}, channel)) return false;
  }
  return true;
}

}  // namespace

void send_run(const MessageChannel& channel, const KeptRuns& runs, const FollowRequest& request,
              const std::stop_token& stop) {
  constexpr auto turn = std::chrono::milliseconds(50);
  constexpr int turns_between_notes = 1200;
  const RunFolder run = runs.find(request.run);
  // a process there finds its folder without the links that lead to it
  const std::string folder = std::filesystem::canonical(run.files()).string() + '/';
  RunStream out(run.out(), request, false);
  RunStream error(run.error(), request, true);
  bool asked = false;
  bool under_way = true;
  for (int i = 0; under_way; ++i) {
    if (i % turns_between_notes == 0) run.note_follower();
    if (stop.stop_requested() && !asked) asked = run.interrupt();
    under_way = run.is_under_way();  // ahead of reading: nothing is printed behind the end
    if (!out.send_new(channel, folder, !under_way) || !error.send_new(channel, folder, !under_way)) return;
    if (under_way) std::this_thread::sleep_for(turn);
  }
  static_cast<void>(runs.find(request.run));  // another one that follows it may have had it forgotten
  if (!send_outputs(run, request.number, channel)) return;
  channel.send(message(MessageKind::ended, RunEnd{request.number, run.code().value_or(-1)}));
}

}  // namespace heteroscope
