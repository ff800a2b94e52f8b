#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "core/base/error.hpp"
#include "core/io/descriptor.hpp"
#include "core/link/files_there.hpp"
#include "core/link/hello.hpp"
#include "core/link/link_speed.hpp"
#include "core/link/message_channel.hpp"
#include "core/link/program_process.hpp"

namespace heteroscope {

/// How a machine elsewhere is reached: by a command that speaks on standard input and output as a worker does, or by
/// ssh where `via` is empty, with the machine's name as ssh knows it.
struct MachineAddress {
  std::string name;
  std::string via;
  bool operator==(const MachineAddress&) const = default;
};

/// Returns what is wrong with a machine's name, which ssh is handed as a word of its own; empty if nothing is.
std::string wrong_machine_name(std::string_view name);

/// A conversation with a worker on another machine: its process here (ssh, or what the address names) and what it said
/// of its machine. The other side is known to live as long as it says something each second, and ends a minute after
/// this one says nothing more. Ends with the object. A message is taken as it comes, so that silence and an end of
/// waiting are noticed in the middle of one, too.
class MachineLink {
 public:
  /// Starts the process and waits for its greeting. Throws Unreachable, a sentence that begins with the machine's name,
  /// where it has not come, and the link has not been measured, within half a minute, or it is another program's.
  explicit MachineLink(MachineAddress address);
  ~MachineLink();
  MachineLink(const MachineLink&) = delete;
  MachineLink& operator=(const MachineLink&) = delete;

  [[nodiscard]] const MachineAddress& address() const { return address_; }
  [[nodiscard]] const MessageChannel& channel() const { return *channel_; }
  [[nodiscard]] const MachineFacts& facts() const { return hello_.facts; }
  [[nodiscard]] const Hello& hello() const { return hello_; }
  /// What login scripts, say, have printed ahead of the greeting; as it came.
  [[nodiscard]] const std::string& noise() const { return noise_; }
  /// Waits for the next message, and asks `goes_on()` some hundred times a second meanwhile; none once that says no.
  /// What only says that the other side lives is passed over. Throws lost() once that has said nothing for `patience`,
  /// and when it has gone.
  template <class GoesOn>
  std::optional<WorkerMessage> next_message(GoesOn goes_on) {
    constexpr int turn_ms = 5;
    while (goes_on()) {
      if (!channel_->has_message_within(turn_ms)) {
        check_silence();
      } else if (std::optional<WorkerMessage> out = receive()) {
        return out;
      }
    }
    return std::nullopt;
  }
  /// Throws lost() where nobody is at the other end, or that takes nothing for `patience`.
  void send(std::span<const std::uint8_t> message);
  /// The process has been ended: lost() says so.
  [[nodiscard]] bool is_over() const { return process_ == nullptr; }
  /// Returns the exception that says why the conversation is over: "server: the link was lost: …". The process is
  /// ended.
  Unreachable lost(const std::string& why);
  /// Returns whether the other side still lives, as far as is known; nothing may be under way.
  bool lives();
  /// Returns what was measured when the conversation began, with some messages, and what has been learned since.
  [[nodiscard]] const LinkSpeed& speed() const { return speed_; }
  [[nodiscard]] LinkSpeed& speed() { return speed_; }

  /// What the worker has been sent for later requests.
  [[nodiscard]] FilesThere& files() { return files_; }

  static constexpr auto patience = std::chrono::seconds(15);      ///< with a silent worker
  static constexpr auto its_patience = std::chrono::seconds(60);  ///< a worker's with a silent asking process

 private:
  using Clock = std::chrono::steady_clock;
  void greet(Clock::time_point deadline);
  /// Reads once. Nothing for part of a message, and for one that only says that the other side lives.
  std::optional<WorkerMessage> receive();
  void check_silence();
  LinkSpeed measure(Clock::time_point deadline);
  double echo_ms(std::uint64_t bytes, Clock::time_point deadline);
  void read_errors(const std::stop_token& stop);
  /// The last line that the process has written to its standard error, with how it ended.
  std::string last_words();

  MachineAddress address_;
  Descriptor errors_;  ///< from which its standard error is read
  std::mutex mutex_;
  std::string said_;  ///< the end of what it has written there
  std::unique_ptr<ProgramProcess> process_;
  std::unique_ptr<MessageChannel> channel_;
  Hello hello_;
  bool has_greeted_ = false;  ///< as this program does
  std::string noise_;
  LinkSpeed speed_;
  FilesThere files_;
  Clock::time_point heard_;
  std::jthread error_reader_, heartbeat_;
};

/// Says every so often over the channel that this side lives, until it is stopped.
void send_heartbeats(const MessageChannel& channel, const std::stop_token& stop, std::chrono::milliseconds every);

}  // namespace heteroscope
