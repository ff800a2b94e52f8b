#include "core/worker/machine_executor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/message.hpp"
#include "core/link/machines.hpp"
#include "core/link/reconnection.hpp"
#include "core/model/settings/source.hpp"
#include "core/plan/partition.hpp"
#include "core/worker/send_file.hpp"

namespace heteroscope {
namespace {

constexpr std::size_t most_open = 8;  ///< executions, of which two are wanted at most, and the others end

}  // namespace

MachineExecutor::~MachineExecutor() {
  if (link_ != nullptr && answer_.under_way() == 0) give_back(std::move(link_));
}

/// Returns false where nobody waits any more.
bool MachineExecutor::connect(const Waiter& waiter) {
  if (link_ != nullptr) return true;
  link_ = take_link(machine_, waiter.stop);
  answer_.forget();
  ahead_.reset();
  source_ = {};
  return link_ != nullptr;
}

/// Returns what `work()` does, which is done again after pauses where the machine is lost and lost links are retried;
/// nothing where nobody waits any more.
template <class Work>
auto MachineExecutor::with_retries(const Waiter& waiter, Work work) -> decltype(work()) {
  for (std::optional<Reconnection> again;;) {
    try {
      return work();
    } catch (const Unreachable& lost) {
      if (!RetryLostLinks::here()) throw;
      if (!again) again.emplace();
      const std::optional<double> pause_s = again->next_s();
      if (!pause_s) {
        throw Unreachable(
            Wrong::missing, machine_,
            fmt::format("{}; it could not be reached again within {:.3g} s", lost.what(), link_patience_s()));
      }
      waiter.tell("waiting for the machine, whose link was lost", 0);
      if (!sleep_unless(*pause_s, [&] { return waiter.asked(); })) return std::nullopt;
      waiter.tell("", 1);
    }
  }
}

std::optional<Frame> MachineExecutor::execute(const Plan& plan, const ExecuteOptions& options) {
  const Waiter waiter = waiter_of(options);
  return with_retries(waiter, [&] { return try_once(plan, options, waiter); });
}

std::optional<double> MachineExecutor::delay_ms(const Waiter& waiter) {
  return with_retries(waiter, [&] { return connect(waiter) ? std::optional(link_->speed().delay_ms) : std::nullopt; });
}

/// Whatever goes wrong, nothing is left under way that nobody takes: the machine would wait for room for its values,
/// and the next execution for the machine.
std::optional<Frame> MachineExecutor::try_once(const Plan& plan, const ExecuteOptions& options, const Waiter& waiter) {
  try {
    if (!connect(waiter)) return std::nullopt;
    return answer_of(plan, options, waiter);
  } catch (...) {
    if (link_ != nullptr && link_->is_over()) link_ = nullptr;
    if (link_ != nullptr) give_up();
    throw;
  }
}

/// Returns the request for a plan, in the form in which its values are to cross.
ExecuteRequest MachineExecutor::request_of(const Plan& plan, const ExecuteOptions& options) {
  ExecuteRequest out = request_for(plan, options, settings_);
  const auto to_host = [](auto& run) {
    if constexpr (requires { run.destination; }) run.destination = Destination::host;
  };
  std::visit(to_host, out.options.run);
  const LinkForm form = plan.settings.execution.link;
  out.packed = form == LinkForm::automatic ? packing_.pays(link_->speed()) : form == LinkForm::packed;
  out.window = link_->speed().window_bytes();
  return out;
}

/// Waits until few executions have not come to their end. Those that nobody wants any more end by themselves: what is
/// asked for next does not wait for the way of that.
bool MachineExecutor::wait_for_room(const Waiter& waiter, Frame& frame) {
  while (answer_.under_way() >= most_open) {
    const auto got = link_->next_message([&] { return !waiter.asked(); });
    if (!got) return false;
    take(*got, {}, frame);
  }
  return true;
}

/// Sends the request, unless that was done while the execution before was waited for. Returns nothing where nobody
/// waits any more.
std::optional<MachineExecutor::Asked> MachineExecutor::ask(const Plan& plan, ExecuteRequest request,
                                                           const Waiter& waiter, Frame& frame) {
  if (!send_source(plan, waiter, request)) return std::nullopt;
  if (const auto ahead = std::exchange(ahead_, std::nullopt)) {
    if (ahead->request.asks_the_same(request)) {
      answer_.want(ahead->request.number);
      return ahead;
    }
    give_up();
  }
  if (!wait_for_room(waiter, frame)) return std::nullopt;
  answer_.begin(request);
  link_->send(message(MessageKind::execute, request));
  return Asked{.request = std::move(request)};
}

/// Asks for the plan that will be executed next, if that is known by now and none has been asked for.
void MachineExecutor::ask_ahead(const ExecuteOptions& options) {
  const auto* const run = std::get_if<InteractiveRun>(&options);
  if (run == nullptr || !run->next || ahead_ || answer_.under_way() >= most_open) return;
  const std::optional<Plan> plan = run->next();
  if (!plan) return;
  ExecuteRequest request = request_of(*plan, options);
  if (!send_source(*plan, run->waiter, request)) return;
  answer_.ask_ahead(request);
  link_->send(message(MessageKind::execute, request));
  ahead_ = Asked{.request = std::move(request), .ahead = true};
}

/// Nobody wants what is under way, of which a stop names the last. Where nobody is there, the next message says so.
void MachineExecutor::give_up() {
  answer_.abandon();
  ahead_.reset();
  if (answer_.under_way() > 0) link_->channel().send(message(MessageKind::stop, answer_.last_under_way()));
}

std::optional<Frame> MachineExecutor::answer_of(const Plan& plan, const ExecuteOptions& options, const Waiter& waiter) {
  using Progress = FrameAnswer::Progress;
  Frame frame{.plan = plan};
  if (const auto* const rows = std::get_if<RowsRun>(&options)) take_rows(frame.plan, rows->stage, rows->rows);
  const std::optional<Asked> asked = ask(plan, request_of(plan, options), waiter, frame);
  if (!asked) return std::nullopt;
  for (;;) {
    auto got = link_->next_message([&] {
      ask_ahead(options);
      return !waiter.asked();
    });
    if (!got) {
      give_up();
      return std::nullopt;
    }
    const Progress progress = take(*got, waiter, frame);
    link_->channel().reuse(*std::move(got));
    if (progress == Progress::values)
      link_->send(message(MessageKind::taken, answer_.came().number, answer_.came().bytes));
    if (progress == Progress::cancelled) return std::nullopt;
    if (progress == Progress::failed) fail(answer_.failure());
    if (progress != Progress::done) continue;
    note_crossing(*asked, frame);
    return frame;
  }
}

/// Says what the frame took on its way. One that was asked for ahead has waited for the frame before: the way there was
/// gone meanwhile, and is counted from that one's end; and as its values may have come meanwhile, too, they tell
/// nothing of the link's rate.
void MachineExecutor::note_crossing(const Asked& asked, Frame& frame) {
  const FrameAnswer::Came& came = answer_.came();
  LinkSpeed& speed = link_->speed();
  Timing& timing = frame.timing;
  timing.unpack = came.unpack_ms;
  const double busy_ms = timing.pack + timing.unpack;
  if (!asked.ahead) speed.learn(came.bytes, came.all_ms, busy_ms);
  if (asked.request.packed) {
    packing_.learn(came.values, came.bytes, busy_ms);
  } else {
    packing_.forget();
  }
  double whole_ms = asked.since.ms();
  if (last_came_) whole_ms = std::min(whole_ms, last_came_->ms() + speed.delay_ms);
  timing.link = std::max(0.0, whole_ms - timing.total - timing.pack - timing.unpack);
  frame.crossing = Crossing{.speed = speed, .bytes = came.bytes, .packed = asked.request.packed};
  last_came_.emplace();
}

FrameAnswer::Progress MachineExecutor::take(const WorkerMessage& got, const Waiter& waiter, Frame& frame) {
  try {
    return answer_.take(got, waiter, frame);
  } catch (const BadInput& wrong) {
    throw link_->lost(wrong.what());
  }
}

/// Puts the source's name there into the request; it is sent unless the machine has it. The bytes go, not the values:
/// the machine reads the file as this one does. Returns false where nobody waits any more.
bool MachineExecutor::send_source(const Plan& plan, const Waiter& waiter, ExecuteRequest& request) {
  if (plan.source_image == nullptr) return true;
  if (plan.source_image != source_.values) {
    const std::filesystem::path path(plan.settings.problem.source.file);
    std::optional<std::string> content = send_file(*link_, path, waiter);
    if (!content) return false;
    source_ = {.values = plan.source_image, .content = *std::move(content)};
  }
  request.source = source_.content;
  return true;
}

/// After the loss of a GPU a process is of no use any more. A fault has ended a worker of that process at most. Where a
/// disk there was full, a source that was kept as useless is sent again.
void MachineExecutor::fail(Failure failure) {
  if (failure.kind == Failure::Kind::device_lost) link_ = nullptr;
  if (failure.kind == Failure::Kind::input && !source_.content.empty())
    drop_file(*link_, std::exchange(source_, {}).content);
  failure.line = fmt::format("{}: {}", machine_, one_line(failure.line));
  raise(failure);
}

/// What was asked for ahead may be without fields that are no longer here.
void MachineExecutor::trim() {
  if (ahead_ && link_ != nullptr) give_up();
  answer_.fields().trim();
  if (link_ != nullptr)
    link_->channel().send(message(MessageKind::trim));  // where nobody is there, the next frame says so
}

}  // namespace heteroscope
