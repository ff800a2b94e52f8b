#include "core/link/machine_link.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <condition_variable>
#include <limits>
#include <utility>

#include "core/base/failure.hpp"
#include "core/base/message.hpp"
#include "core/io/pipe.hpp"
#include "core/link/link_clock.hpp"
#include "core/link/message_kind.hpp"

namespace heteroscope {
namespace {

/// What `heteroscope machines install` has put there comes first: where there is an older program, too, copying this
/// one would change nothing otherwise. Shells without a person do not search that folder.
constexpr const char* remote_command = R"(sh -c 'PATH="$HOME/.local/bin:$PATH" exec heteroscope worker')";

std::vector<std::string> words_for(const MachineAddress& address) {
  if (!address.via.empty()) return {"/bin/sh", "-c", address.via};
  return {"ssh", "-T", "-o", "BatchMode=yes", address.name, remote_command};
}

/// The last line of a text that says something.
std::string last_line(const std::string& text) {
  std::string out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    std::string line = text.substr(begin, end - begin);
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
    if (!line.empty()) out = std::move(line);
    begin = end + 1;
  }
  return out;
}

}  // namespace

std::string wrong_machine_name(std::string_view name) {
  constexpr std::size_t longest = 255;
  const auto is_letter = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  };
  const auto may_follow = [&](char c) { return is_letter(c) || c == '.' || c == '_' || c == '-' || c == '@'; };
  const bool right = !name.empty() && name.size() <= longest && is_letter(name.front()) &&
                     std::ranges::all_of(name, may_follow) && name.back() != '@';
  if (right) return {};
  return fmt::format(
      "{} is not a name of a machine: letters, digits, '.', '_', '-' and '@', the first a letter or a digit",
      quote(name));
}

void send_heartbeats(const MessageChannel& channel, const std::stop_token& stop, std::chrono::milliseconds every) {
  const std::vector<std::uint8_t> alive = message(MessageKind::alive);
  std::mutex mutex;
  std::condition_variable_any woken;
  std::unique_lock lock(mutex);
  while (!stop.stop_requested()) {
    woken.wait_for(lock, stop, every, [] { return false; });
    if (!stop.stop_requested() && !channel.send(alive)) return;
  }
}

MachineLink::MachineLink(MachineAddress address) : address_(std::move(address)) {
  PipeEnds errors = open_pipe(address_.name);
  errors_ = std::move(errors.reads);
  process_ = std::make_unique<ProgramProcess>(address_.name + ": its program", words_for(address_), errors.writes);
  channel_ = std::make_unique<MessageChannel>(process_->channel(), process_->channel(),
                                              MessageChannel::longest_from_elsewhere, patience);
  error_reader_ = std::jthread([this](const std::stop_token& stop) { read_errors(stop); });
  constexpr auto longest = std::chrono::seconds(30);
  const Clock::time_point deadline = Clock::now() + longest;
  greet(deadline);
  speed_ = measure(deadline);
  heartbeat_ =
      std::jthread([this](const std::stop_token& stop) { send_heartbeats(*channel_, stop, std::chrono::seconds(5)); });
}

MachineLink::~MachineLink() {
  heartbeat_.request_stop();
  if (process_ != nullptr) process_->kill();  // its own end, beyond the link, follows from that of its input
}

void MachineLink::greet(Clock::time_point deadline) {
  channel_->send(message(MessageKind::hello, own_hello()));  // what one that has ended has said is read, too
  std::optional<WorkerMessage> got;
  try {
    got = channel_->receive_first(noise_, deadline);
  } catch (const BadInput& wrong) {
    throw lost(wrong.what());
  }
  if (!got) throw lost({});
  try {
    WireReader wire(got->bytes);
    if (kind_of(wire) != MessageKind::hello) throw lost("its answer is not that of `heteroscope worker`");
    wire(hello_);
    if (const std::string why = difference(own_hello(), hello_, "the program there"); !why.empty())
      throw lost(fmt::format("{}: `heteroscope machines install {}` copies this one there", why, address_.name));
    check_facts(hello_.facts);
  } catch (const BadInput& wrong) {
    if (process_ == nullptr) throw;
    throw lost(wrong.what());
  }
  has_greeted_ = true;
  heard_ = link_now();
}

std::optional<WorkerMessage> MachineLink::receive() {
  WorkerMessage out;
  try {
    const MessageChannel::Came came = channel_->take_some(out);
    if (came == MessageChannel::Came::gone) throw lost({});
    heard_ = link_now();
    if (came == MessageChannel::Came::some) return std::nullopt;
    WireReader wire(out.bytes);
    if (kind_of(wire) == MessageKind::alive) return std::nullopt;
  } catch (const BadInput& wrong) {
    if (process_ == nullptr) throw;
    throw lost(wrong.what());
  }
  return out;
}

void MachineLink::send(std::span<const std::uint8_t> message) {
  if (!channel_->send(message)) throw lost({});
}

void MachineLink::check_silence() {
  if (link_now() - heard_ < patience) return;
  // what has waited here for this process, which may have been stopped itself, is heard first
  if (channel_->has_message_within(0)) return;
  throw lost(fmt::format("nothing has arrived from it for {} s", patience.count()));
}

bool MachineLink::lives() {
  bool out = true;
  const Failure failed = attempt([&] {
    while (out && channel_->has_message_within(0)) out = !receive();
    out = out && link_now() - heard_ < patience;
  });
  return out && !failed;
}

Unreachable MachineLink::lost(const std::string& why) {
  heartbeat_.request_stop();
  std::string reason = why;
  if (why.empty() && channel_->has_stalled())
    reason = fmt::format("it has accepted no data for {} s", patience.count());
  if (process_ != nullptr) {
    if (!reason.empty()) process_->kill();
    const std::string how = process_->wait_for_end();
    if (heartbeat_.joinable()) heartbeat_.join();  // the channel, over which it speaks, is closed next
    process_ = nullptr;
    error_reader_.request_stop();
    if (error_reader_.joinable()) error_reader_.join();
    const std::string words = last_words();
    if (reason.empty()) reason = words.empty() ? how : fmt::format("{} ({})", words, how);
  }
  const std::string printed =
      has_greeted_ || noise_.empty() ? "" : fmt::format("; it printed {}", quote(last_line(noise_)));
  return Unreachable(
      Wrong::missing, address_.name,
      one_line(fmt::format("{}: {}{}{}", address_.name, has_greeted_ ? "the link was lost: " : "", reason, printed)));
}

void MachineLink::read_errors(const std::stop_token& stop) {
  constexpr std::size_t most = 1 << 14;
  constexpr int turn_ms = 50;
  constexpr std::size_t pipe_bytes = 1 << 16;
  std::array<char, 4096> bytes{};
  // what is there when it is to stop is read: as much as a pipe holds
  for (std::size_t last = 0; last < pipe_bytes;) {
    pollfd waiting{.fd = errors_.get(), .events = POLLIN, .revents = 0};
    const bool stops = stop.stop_requested();
    if (poll(&waiting, 1, stops ? 0 : turn_ms) <= 0) {
      if (stops) return;
      continue;
    }
    const ssize_t got = read(errors_.get(), bytes.data(), bytes.size());
    if (got <= 0) return;
    if (stops) last += static_cast<std::size_t>(got);
    const std::lock_guard lock(mutex_);
    said_.append(bytes.data(), static_cast<std::size_t>(got));
    if (said_.size() > most) said_.erase(0, said_.size() - most);
  }
}

std::string MachineLink::last_words() {
  const std::lock_guard lock(mutex_);
  return last_line(said_);
}

double MachineLink::echo_ms(std::uint64_t bytes, Clock::time_point deadline) {
  const Clock::time_point begin = Clock::now();
  send(message(MessageKind::echo, bytes));
  for (;;) {
    const std::optional<WorkerMessage> got = next_message([&] { return Clock::now() < deadline; });
    if (!got) throw lost("it has not answered in time");
    WireReader wire(got->bytes);
    if (kind_of(wire) != MessageKind::echo) continue;
    return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  }
}

/// A quick link is measured with more bytes, until they take much longer than a message without any: TCP begins with
/// few packets at a time and sends twice as many after each answer, so that the first bytes over a long way tell
/// nothing of the rate.
LinkSpeed MachineLink::measure(Clock::time_point deadline) {
  constexpr int tries = 3;
  constexpr std::uint64_t least = std::uint64_t{1} << 16;
  constexpr std::uint64_t most = std::uint64_t{1} << 22;
  constexpr double long_ms = 20;
  constexpr double long_round_trips = 3;
  LinkSpeed out{.delay_ms = std::numeric_limits<double>::infinity()};
  for (int i = 0; i < tries; ++i) out.delay_ms = std::min(out.delay_ms, echo_ms(0, deadline));
  for (std::uint64_t bytes = least; bytes <= most; bytes *= 4) {
    const double ms = std::max(echo_ms(bytes, deadline) - out.delay_ms, 1e-3);
    out.bytes_per_s = std::max(out.bytes_per_s, static_cast<double>(bytes) / ms * 1000);
    if (ms > long_round_trips * out.delay_ms + long_ms) break;
  }
  return out;
}

}  // namespace heteroscope
