#include "core/worker/worker_executor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <span>
#include <utility>
#include <variant>

#include "core/base/error.hpp"
#include "core/link/hello.hpp"
#include "core/worker/own_prints.hpp"
#include "core/worker/sanitized_run.hpp"
#include "core/worker/sanitizer_log.hpp"
#include "core/worker/time_limit.hpp"

namespace heteroscope {

bool runs_in_worker(const Plan& plan) {
  return plan.settings.execution.isolation == Isolation::yes || !own_files_of(plan).empty();
}

std::optional<Frame> WorkerExecutor::execute(const Plan& plan, const ExecuteOptions& options) {
  ExecuteRequest request = request_for(plan, options, settings_);
  const bool is_renewed =
      std::holds_alternative<InteractiveRun>(options) || std::holds_alternative<CountedRun>(options);
  if (!request.own.empty() && is_renewed) request.options.tells_progress = true;
  if (is_given_up(request.own)) {
    throw VariantFault(
        fmt::format("{}: it already took too long once, so it is not started again", names_of(request.own)));
  }
  lost_device_ = false;
  constexpr double as_long_when_watched = 10;
  // what takes all of its steps at once has the usual limit beside a display, too
  limit_s_ = own_time_limit_s(is_renewed && drives_display(plan.participants, device::Devices::here())) *
             (runner_.empty() ? 1 : as_long_when_watched);
  try {
    return answer_of(plan, request, renewing_waiter(options));
  } catch (const VariantFault&) {
    if (!lost_device_ || !runner_.empty()) throw;
    const std::string place = place_of_fault(plan, options, request.own);
    if (place.empty()) throw;
    throw VariantFault(place);
  }
}

Waiter WorkerExecutor::renewing_waiter(const ExecuteOptions& options) {
  Waiter out = waiter_of(options);
  out.progress = [this, told = std::move(out.progress)](std::string_view what, double share) {
    time_.emplace(process_->id());
    if (told) told(what, share);
  };
  return out;
}

std::optional<Frame> WorkerExecutor::answer_of(const Plan& plan, ExecuteRequest& request, const Waiter& waiter) {
  using Progress = FrameAnswer::Progress;
  begin(plan, request);
  Frame frame{.plan = plan};
  for (;;) {
    Progress progress = Progress::cancelled;
    try {
      if (const std::optional<WorkerMessage> got = next_message(waiter)) progress = answer_.take(*got, waiter, frame);
    } catch (const BadInput& damaged) {
      // a worker of this program's own says nothing else than what can be read
      if (own_.empty()) throw;
      lose(fmt::format("it has disturbed what its worker says ({})", damaged.what()));
    }
    if (progress == Progress::lend) {
      const ArrivingFields::Offer offer = answer_.fields().offer();
      send(message(MessageKind::lend, offer.lent), offer.descriptors);
    }
    if (progress == Progress::under_way || progress == Progress::lend) continue;
    talks_ = false;
    hand_over_printed();
    if (progress == Progress::failed) fail(answer_.failure());
    return progress == Progress::done ? std::optional(std::move(frame)) : std::nullopt;
  }
}

std::string WorkerExecutor::place_of_fault(const Plan& plan, const ExecuteOptions& options,
                                           const std::vector<OwnFile>& files) {
  // functions for the CPU would run unconfined there; a worker for kernels alone runs no code of a person's on the CPU
  if (files.empty() || has_functions(files) || files == looked_at_) return {};
  looked_at_ = files;
  // the tool itself uses what counters are read with
  const bool is_counted = std::holds_alternative<CountedRun>(options);
  const std::string log = sanitizer_log_of("memcheck", plan, is_counted ? CountedRun{} : options);
  return memory_error_in(log, std::filesystem::path(files.front().path).filename().string()).value_or("");
}

void WorkerExecutor::begin(const Plan& plan, ExecuteRequest& request) {
  // a worker that was left in the middle of a frame waits for messages that nobody sends any more
  if (std::exchange(talks_, true)) process_ = nullptr;
  hand_over_printed();  // since the last frame, by threads that the last files have left
  // what is checked must not find what another file has left in the process: statics, limits, handlers
  const bool is_checked = std::holds_alternative<CheckedRun>(request.options.run);
  if (is_checked && !served_.empty() && served_ != request.own) process_ = nullptr;
  served_ = request.own;
  asked_files_.clear();  // until they are asked
  own_ = names_of(request.own);
  runs_code_ = has_functions(request.own);
  if (runs_code_ && process_ != nullptr && !process_->is_confined()) process_ = nullptr;
  if (process_ == nullptr) start();
  wait_from_now();
  answer_.begin(request);
  number_ = request.number;
  gpus_alone_ = !plan.uses_cpu();
  ArrivingFields::OfferAhead offer = answer_.fields().offer_ahead(plan);
  request.ahead = std::move(offer.ahead);
  send(message(MessageKind::execute, request), offer.descriptors);
  asked_files_ = request.own;
}

void WorkerExecutor::wait_from_now() {
  time_.emplace(process_->id());
  asked_.reset();
}

/// After some failures a process is of no use any more.
void WorkerExecutor::fail(const Failure& failure) {
  using Kind = Failure::Kind;
  // the program itself throws no such exception, and the variant may have used up the memory
  const bool of_own = !own_.empty() && (failure.kind == Kind::defect || failure.kind == Kind::memory);
  lost_device_ = failure.kind == Kind::device_lost && !own_.empty();
  if (failure.kind == Kind::device_lost || failure.kind == Kind::variant_fault || of_own) lose(failure.line);
  raise(failure);
}

void WorkerExecutor::start() {
  if (spare_ != nullptr && runs_code_ && !spare_->is_confined()) spare_ = nullptr;
  process_ = spare_ != nullptr ? std::move(spare_) : std::make_unique<WorkerProcess>(runs_code_, runner_);
  if (!own_.empty() && runner_.empty()) spare_ = std::make_unique<WorkerProcess>(runs_code_);
  answer_.forget();
  Hello here = own_hello();
  here.lends_memory = true;
  send(message(MessageKind::hello, here));
  wait_from_now();
  const std::optional<WorkerMessage> got = next_message({});
  WireReader wire(got->bytes);
  Hello there;
  if (kind_of(wire) != MessageKind::hello) throw WireReader::damaged();
  wire(there);
  if (const std::string why = difference(own_hello(), there); !why.empty()) throw BadInput(why);
}

void WorkerExecutor::trim() {
  answer_.fields().trim();
  if (process_ != nullptr) send(message(MessageKind::trim));
}

void WorkerExecutor::send(const std::vector<std::uint8_t>& message, std::span<const int> descriptors) {
  if (!channel().send(message, descriptors)) lose({});
}

/// Waits for a message without sleeping, for as long as a kernel's frame may take, as this process does for its own
/// kernels: to be woken takes a part of that. Where the CPU computes its processors are busy.
void WorkerExecutor::wait_awake() const {
  constexpr auto longest = std::chrono::milliseconds(1);
  const Clock::time_point end = Clock::now() + longest;
  while (!channel().has_message_within(0) && Clock::now() < end) {
  }
}

std::optional<WorkerMessage> WorkerExecutor::next_message(const Waiter& waiter) {
  constexpr int turn_ms = 5;  // at the end of which it is asked whether anybody still waits
  constexpr auto patience = std::chrono::milliseconds(500);
  const bool is_own = !own_.empty();
  const bool in_turns = is_own || waiter.stop.stop_possible();
  if (gpus_alone_ && talks_) wait_awake();
  for (WorkerMessage out;;) {
    if (!in_turns || channel().has_message_within(turn_ms)) {
      const MessageChannel::Came came = channel().take_some(out);
      if (came == MessageChannel::Came::gone) lose({});
      if (came == MessageChannel::Came::whole) return out;
    }
    const Clock::time_point now = Clock::now();
    if (!asked_ && waiter.asked()) {
      send(message(MessageKind::stop, number_));
      asked_ = now;
    }
    if (is_own && asked_ && now - *asked_ > patience) {
      process_->kill();
      process_->wait_for_end();
      hand_over_printed();
      process_ = nullptr;
      return std::nullopt;
    }
    if (is_own && time_->spent_s() > limit_s_) {
      note_hung(asked_files_);
      lose(fmt::format("it did not end within {:.3g} s ({} sets another limit)", limit_s_, own_limit_variable));
    }
  }
}

void WorkerExecutor::lose(const std::string& why) {
  std::string how;
  if (runner_.empty()) {
    if (!why.empty()) process_->kill();
    how = process_->wait_for_end();
  }
  hand_over_printed();
  process_ = nullptr;  // a program that watches over the worker writes its log, and ends with it
  if (begins_with_name(why)) throw VariantFault(why);
  throw VariantFault(
      fmt::format("{}: {}", own_.empty() ? "the worker ended while it computed" : own_, why.empty() ? how : why));
}

/// Returns whether the worker has named the file, and perhaps its line: "my_heat.cpp:12: …".
bool WorkerExecutor::begins_with_name(const std::string& why) const {
  return std::ranges::any_of(served_, [&](const OwnFile& each) { return why.starts_with(names_of({each}) + ':'); });
}

/// What is printed under a program that watches over the worker has been printed before.
void WorkerExecutor::hand_over_printed() {
  if (process_ == nullptr) return;
  const PrintedLines lines = process_->take_printed();
  if (runner_.empty()) tell_printed(served_, lines);
}

}  // namespace heteroscope
