#include "app/relay/remote_run.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <utility>
#include <variant>

#include "app/console/console.hpp"
#include "app/console/exit_code.hpp"
#include "core/base/message.hpp"
#include "core/link/machines.hpp"
#include "core/link/message_kind.hpp"
#include "core/process/signals.hpp"
#include "core/worker/messages.hpp"
#include "core/worker/send_file.hpp"

namespace heteroscope {
namespace {

constexpr std::uint64_t follow_number = 1;  ///< one run is followed over a link

/// Reads a message; what cannot be one ends the conversation.
template <class Read>
void read_or_lose(MachineLink& link, Read read) {
  try {
    read();
  } catch (const BadInput& damaged) {
    throw link.lost(damaged.what());
  }
}

}  // namespace

std::unique_ptr<MachineLink> connect_to(const std::string& machine) {
  std::unique_ptr<MachineLink> out = take_link(machine, EndOnRequest::token());
  if (out == nullptr) throw BadInput(fmt::format("{}: stopped before it had been reached", machine));
  return out;
}

std::vector<RunFacts> runs_of(MachineLink& link) {
  link.send(message(MessageKind::runs));
  const std::optional<WorkerMessage> got = link.next_message([] { return true; });
  std::vector<RunFacts> out;
  read_or_lose(link, [&] { out = kept_runs_in(got->bytes); });
  return out;
}

RemoteRun::RemoteRun(std::string machine, std::string run, std::vector<RemoteName> names)
    : machine_(std::move(machine)), run_(std::move(run)), names_(std::move(names)) {}

std::string RemoteRun::how_to_fetch() const {
  return fmt::format("heteroscope machines fetch {} {}", machine_, run_);
}

std::string RemoteRun::how_it_goes_on() const {
  return fmt::format("the command goes on there; `{}` brings its output and files", how_to_fetch());
}

/// Waits until the next try to reach the machine. Throws where there is none any more.
void RemoteRun::wait_for_link(const Unreachable& lost) {
  if (!reconnection_) {
    reconnection_.emplace();
    print_error("note", fmt::format("{}; trying again for {:.3g} s", lost.what(), link_patience_s()));
  }
  const std::optional<double> pause_s = reconnection_->next_s();
  if (!pause_s) throw BadInput(fmt::format("{}; {}", lost.what(), how_it_goes_on()));
  if (!sleep_unless(*pause_s, EndOnRequest::asked)) stop_waiting();
}

void RemoteRun::stop_waiting() const {
  throw BadInput(fmt::format("stopped while the link was lost: {}", how_it_goes_on()));
}

/// Calls `talk()` with the link, and again with a new one where it was lost meanwhile. A machine that could not be
/// reached in the first place is not waited for.
template <class Talk>
auto RemoteRun::over_link(Talk talk) {
  for (;;) {
    try {
      if (link_ == nullptr) link_ = had_link_ ? take_link(machine_, EndOnRequest::token()) : connect_to(machine_);
      if (link_ == nullptr) stop_waiting();
      had_link_ = true;
      return talk(*link_);
    } catch (const Unreachable& lost) {
      link_ = nullptr;
      if (!had_link_) throw;
      wait_for_link(lost);
    }
  }
}

void RemoteRun::refuse(const Failure& failure) const {
  raise({failure.kind, fmt::format("{}: {}", machine_, one_line(failure.line))});
}

/// Sends a message, and waits for the word that what it asks for is done.
void RemoteRun::ask(MachineLink& link, std::span<const std::uint8_t> message) const {
  link.send(message);
  const std::optional<WorkerMessage> got = link.next_message([] { return true; });
  Failure failure;
  read_or_lose(link, [&] { failure = done_answer(got->bytes); });
  if (failure) refuse(failure);
}

void RemoteRun::begin(RunRequest request, const std::vector<CommandInput>& inputs) {
  const Waiter waiter{.stop = EndOnRequest::token()};
  over_link([&](MachineLink& link) {
    request.inputs.clear();
    for (const CommandInput& each : inputs) {
      std::optional<std::string> content = send_file(link, each.here, waiter);
      if (!content) throw BadInput(fmt::format("{}: stopped before the command had begun there", machine_));
      request.inputs.push_back({each.there, *std::move(content)});
    }
    ask(link, message(MessageKind::begin, request));
  });
}

int RemoteRun::bring(const std::vector<std::string>& targets) {
  const BrokenPipeWaits waits;  // first the run is ended, then this program, as a command here ends
  const int code = over_link([&](MachineLink& link) { return follow(link, targets); });
  Failure failure = output_failure_;
  if (!failure) failure = attempt([&] { files_.put(); });
  if (failure && !output_failure_) {
    failure.line += fmt::format("; `{}` brings it", how_to_fetch());
    raise(failure);
  }
  // whatever becomes of it: all is here, and there it goes a week after its end
  static_cast<void>(attempt([&] { ask(*link_, message(MessageKind::forget, run_)); }));
  if (output_failure_) raise(output_failure_);
  if (code >= 0) return code;
  print_error(
      "heteroscope",
      fmt::format("{}: the command did not finish there: a signal stopped it, or its machine went down", machine_));
  return exit_device_failure;
}

/// Takes what the machine says of the run until its end. Returns its exit code; −1: it came to no end of its own.
int RemoteRun::follow(MachineLink& link, const std::vector<std::string>& targets) {
  link.send(message(MessageKind::follow, FollowRequest{follow_number, run_, seen_out_, seen_error_}));
  bool asked = false;
  for (;;) {
    const std::optional<WorkerMessage> got =
        link.next_message([&] { return asked || !(EndOnRequest::asked() || output_failure_); });
    if (!got) {
      asked = true;
      link.send(message(MessageKind::stop, follow_number));
      continue;
    }
    FollowAnswer answer;
    read_or_lose(link, [&] { answer = follow_answer(got->bytes, targets.size()); });
    if (const auto* const output = std::get_if<RunOutput>(&answer)) print(*output);
    if (const auto* const file = std::get_if<RunFile>(&answer)) keep(link, *file, targets);
    if (const auto* const end = std::get_if<RunEnd>(&answer)) return end->code;
    if (const auto* const failure = std::get_if<Failure>(&answer)) refuse(*failure);
    reconnection_.reset();
  }
}

/// Prints what the run has printed. Nothing more is printed once that cannot be written here: the run is ended then.
void RemoteRun::print(const RunOutput& output) {
  (output.is_error ? seen_error_ : seen_out_) = output.until;
  if (output_failure_) return;
  const std::string text = printable_lines(with_names_here(output.text, names_));
  output_failure_ = attempt([&] {
    if (output.is_error) {
      std::fputs(text.c_str(), stderr);
      if (BrokenPipeWaits::came()) throw BadInput("standard error cannot be written");
    } else {
      print_out(text);
      flush_out();
    }
  });
}

void RemoteRun::keep(MachineLink& link, const RunFile& part, const std::vector<std::string>& targets) {
  std::optional<std::string> file;
  read_or_lose(link, [&] { file = arriving_.take(part); });
  if (file) files_.add(targets[part.which], *file);
}

}  // namespace heteroscope
