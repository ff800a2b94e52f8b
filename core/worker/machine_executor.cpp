#include "core/worker/machine_executor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/base/message.hpp"
#include "core/base/watch.hpp"
#include "core/io/extension.hpp"
#include "core/io/file.hpp"
#include "core/link/machines.hpp"
#include "core/link/reconnection.hpp"
#include "core/model/settings/source.hpp"
#include "core/worker/execute_request.hpp"
#include "core/worker/packed_bands.hpp"

namespace heteroscope {

MachineExecutor::~MachineExecutor() {
  if (link_ != nullptr && answer_.under_way() == 0) give_back(std::move(link_));
}

void MachineExecutor::connect() {
  if (link_ != nullptr) return;
  link_ = take_link(machine_);
  answer_.forget();
  sent_ = nullptr;
}

std::optional<Frame> MachineExecutor::execute(const Plan& plan, const ExecuteOptions& options) {
  const Waiter waiter = waiter_of(options);
  for (std::optional<Reconnection> again;;) {
    try {
      return try_once(plan, options);
    } catch (const LinkLost& lost) {
      if (!OutlastLostLinks::here()) throw;
      if (!again) again.emplace();
      const std::optional<double> pause_s = again->next_s();
      if (!pause_s)
        throw LinkLost(Wrong::missing, machine_,
                       fmt::format("{}; it was looked for again for {:.3g} s", lost.what(), link_patience_s()));
      waiter.tell("waiting for the machine, whose link was lost", 0);
      if (!rest(*pause_s, [&] { return waiter.asked(); })) return std::nullopt;
      waiter.tell("", 1);
    }
  }
}

std::optional<Frame> MachineExecutor::try_once(const Plan& plan, const ExecuteOptions& options) {
  const Watch watch;
  ExecuteRequest request = request_for(plan, options);
  request.wish.destination = Destination::host;
  std::optional<Frame> out;
  try {
    connect();
    out = answer_of(plan, std::move(request), waiter_of(options));
  } catch (const BadInput&) {
    if (link_ != nullptr && link_->is_over()) link_ = nullptr;
    throw;
  }
  if (out) out->timing.link = std::max(0.0, watch.ms() - out->timing.total);
  return out;
}

/// Waits until one execution at most is under way.
bool MachineExecutor::wait_for_room(const Waiter& waiter, Frame& frame) {
  while (answer_.under_way() > 1) {
    const auto got = link_->next_message([&] { return !waiter.asked(); });
    if (!got) return false;
    take(*got, {}, frame);
  }
  return true;
}

std::optional<Frame> MachineExecutor::answer_of(const Plan& plan, ExecuteRequest request, const Waiter& waiter) {
  using Progress = FrameAnswer::Progress;
  Frame frame{.plan = plan};
  if (!wait_for_room(waiter, frame)) return std::nullopt;
  send_source(plan);
  request.packed = link_->speed().bytes_per_s < unpacked_from_bytes_per_s;
  answer_.begin(request);
  link_->send(message(MessageKind::execute, request));
  for (;;) {
    const auto got = link_->next_message([&] { return !waiter.asked(); });
    if (!got) {
      answer_.abandon();
      link_->send(message(MessageKind::stop, request.number));
      return std::nullopt;
    }
    const Progress progress = take(*got, waiter, frame);
    if (progress == Progress::done) return frame;
    if (progress == Progress::cancelled) return std::nullopt;
    if (progress == Progress::failed) fail(answer_.failure());
  }
}

FrameAnswer::Progress MachineExecutor::take(const WorkerMessage& got, const Waiter& waiter, Frame& frame) {
  try {
    return answer_.take(got, waiter, frame);
  } catch (const BadInput& wrong) {
    throw link_->lost(wrong.what());
  }
}

/// The bytes go, not the values: the machine reads the file as this one does.
void MachineExecutor::send_source(const Plan& plan) {
  if (plan.source_image == nullptr || plan.source_image == sent_) return;
  const std::filesystem::path path(plan.settings.problem.source.file);
  const std::vector<std::byte> bytes = read_file(path, MessageChannel::longest_from_elsewhere / 2);
  const SourceFile file{.extension = extension_of(path),
                        .bytes = {reinterpret_cast<const char*>(bytes.data()), bytes.size()}};
  link_->send(message(MessageKind::source, file));
  sent_ = plan.source_image;
}

/// After the loss of a GPU a process is of no use any more. A fault has ended a worker of that process at most.
void MachineExecutor::fail(Failure failure) {
  if (failure.kind == Failure::Kind::device_lost) link_ = nullptr;
  failure.line = fmt::format("{}: {}", machine_, one_line(failure.line));
  raise(failure);
}

void MachineExecutor::trim() {
  answer_.fields().trim();
  if (link_ != nullptr)
    link_->channel().send(message(MessageKind::trim));  // where nobody is there, the next frame says so
}

}  // namespace heteroscope
