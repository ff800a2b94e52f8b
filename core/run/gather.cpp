#include "core/run/gather.hpp"

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/base/watch.hpp"

namespace heteroscope {

namespace {

using device::Direction;

std::size_t row_bytes(const Extent& extent) {
  return static_cast<std::size_t>(extent.size.width) * bytes_of(extent.precision);
}

std::size_t bytes_of_all(const Extent& extent) {
  return row_bytes(extent) * static_cast<std::size_t>(extent.size.height);
}

/// Copies rows of a field; does not wait.
void copy_rows(void* to, const void* from, const Extent& shape, const std::vector<Rows>& rows, Direction direction,
               const device::Stream& stream) {
  for (const Rows each : rows) {
    const std::size_t offset = row_bytes(shape) * static_cast<std::size_t>(each.begin);
    device::copy(static_cast<std::byte*>(to) + offset, static_cast<const std::byte*>(from) + offset,
                 row_bytes(shape) * static_cast<std::size_t>(each.count()), direction, stream);
  }
}

}  // namespace

int home_of(const Plan& plan, Destination destination) {
  return destination == Destination::screen ? 0 : plan.participants.front().device;
}

ParticipantBuffers::ParticipantBuffers(const StageContext& context) : context_(context) {
  const Plan& plan = context.plan;
  const std::size_t bytes = bytes_of_all(plan.output);
  const MemoryKind memory = plan.settings.execution.memory;
  const auto take = [&](MemoryKind kind, int device) {
    const device::Use use(device);
    return context.pool.take(kind, bytes);
  };
  if (!plan.uses_gpu()) {
    of_.assign(plan.participants.size(), take(MemoryKind::host, 0));
  } else if (!plan.gpu_memory_apart) {
    of_.assign(plan.participants.size(), take(memory, home_of(plan, context.how.destination)));
  } else {
    // the CPU's, to which those elsewhere write, too, is page-locked, so that rows cross at the bus's full rate
    const bool all_gpus = std::ranges::all_of(plan.participants, &Participant::is_gpu_here);
    const auto host = all_gpus ? nullptr : take(MemoryKind::pinned, 0);
    for (const Participant& participant : plan.participants)
      of_.push_back(participant.is_gpu_here() ? take(memory, participant.device) : host);
  }
}

void* ParticipantBuffers::data(std::size_t participant) const {
  return context_.plan.participants[participant].is_gpu_here() ? of_[participant]->device() : of_[participant]->host();
}

void ParticipantBuffers::wait() const {
  for (const ParticipantContext& each : context_.participants) {
    if (each.gpu != nullptr) each.gpu->stream().synchronize();
  }
  if (!sent_.empty()) context_.participants.front().gpu->copy_stream().synchronize();
}

void ParticipantBuffers::spoil() const {
  for (std::size_t i = 0; i < of_.size(); ++i) {
    if (const GpuRun* gpu = context_.participants[i].gpu; gpu != nullptr) {
      const device::Use use(gpu->stream().device());
      device::fill_ones(of_[i]->device(), of_[i]->bytes(), gpu->stream());
    } else if (i == 0 || of_[i] != of_.front()) {
      std::memset(of_[i]->host(), 0xff, of_[i]->bytes());
    }
  }
  wait();
}

void ParticipantBuffers::clear() const {
  const Plan& plan = context_.plan;
  const bool copied = plan.participants.size() > 1 || context_.how.destination == Destination::host;
  if (plan.output.domain == Domain::whole || !plan.gpu_memory_apart || !copied) return;
  for (std::size_t i = 0; i < of_.size(); ++i) {
    const GpuRun* gpu = context_.participants[i].gpu;
    if (gpu == nullptr) continue;
    const device::Use use(gpu->stream().device());
    device::fill_zero(of_[i]->device(), of_[i]->bytes(), gpu->stream());
  }
}

/// For memory that the CPU does not reach.
Field ParticipantBuffers::on_host(const Taken& taken) const {
  const Plan& plan = context_.plan;
  const bool has_host = !plan.participants.back().is_gpu_here();
  const auto host = has_host ? of_.back() : context_.pool.take(MemoryKind::pinned, of_.front()->bytes());
  for (std::size_t i = 0; i < of_.size(); ++i) {
    if (context_.participants[i].gpu == nullptr) continue;
    copy_rows(host->host(), of_[i]->device(), plan.output, taken[i], Direction::to_host,
              context_.participants[i].gpu->stream());
  }
  wait();
  return {plan.output.size, plan.output.precision, host, of_.size() == 1 ? of_.front() : nullptr, plan.output.domain};
}

/// The participant's that has its rows there already, or one beside.
const std::shared_ptr<Buffer>& ParticipantBuffers::whole() {
  if (whole_ != nullptr) return whole_;
  const Plan& plan = context_.plan;
  const int home = home_of(plan, context_.how.destination);
  for (std::size_t i = 0; i < of_.size(); ++i) {
    if (plan.participants[i] == Participant{Processor::gpu, home}) return whole_ = of_[i];
  }
  const device::Use use(home);
  return whole_ = context_.pool.take(MemoryKind::device, of_.front()->bytes());
}

bool ParticipantBuffers::sends() const {
  const Plan& plan = context_.plan;
  return plan.gpu_memory_apart && context_.how.destination != Destination::host;
}

void ParticipantBuffers::send(Rows rows) {
  const Plan& plan = context_.plan;
  copy_rows(whole()->device(), of_.back()->host(), plan.output, {rows}, Direction::to_device,
            context_.participants.front().gpu->copy_stream());
  sent_.push_back(rows);
}

/// For memory that the CPU does not reach.
Field ParticipantBuffers::on_device(const Taken& taken) {
  const Plan& plan = context_.plan;
  const std::shared_ptr<Buffer>& whole = this->whole();
  for (std::size_t i = 0; i < of_.size(); ++i) {
    const GpuRun* gpu = context_.participants[i].gpu;
    const bool is_sent = plan.participants[i].is_cpu_here() && !sent_.empty();
    if (of_[i] == whole || is_sent) continue;
    copy_rows(whole->device(), gpu != nullptr ? of_[i]->device() : of_[i]->host(), plan.output, taken[i],
              gpu != nullptr ? Direction::on_device : Direction::to_device,
              (gpu != nullptr ? gpu : context_.participants.front().gpu)->stream());
  }
  wait();
  return {plan.output.size, plan.output.precision, nullptr, whole, plan.output.domain};
}

bool ParticipantBuffers::lies_together(const Taken& taken) {
  std::vector<std::size_t> with_rows;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (std::ranges::any_of(taken[i], [](Rows each) { return !each.empty(); })) with_rows.push_back(i);
  }
  return with_rows.size() == 1 && (context_.how.destination == Destination::host || of_[with_rows.front()] == whole());
}

Field ParticipantBuffers::bring_together(const Taken& taken, Timing& timing) {
  const Plan& plan = context_.plan;
  const auto [size, precision, domain] = plan.output;
  const MemoryKind memory = plan.settings.execution.memory;
  const bool to_host = context_.how.destination == Destination::host;
  if (!plan.uses_gpu()) return {size, precision, of_.front(), nullptr, domain};
  const bool joins = plan.participants.size() > 1 && plan.gpu_memory_apart && !lies_together(taken);
  const Watch watch;
  double& took = joins ? timing.merge : timing.copies;
  Field out;
  if (plan.gpu_memory_apart) {
    out = to_host ? on_host(taken) : on_device(taken);
  } else {
    if (memory == MemoryKind::managed && to_host) {
      device::prefetch(of_.front()->device(), of_.front()->bytes(), Direction::to_host,
                       context_.participants.front().gpu->stream());
      wait();
    }
    out = {size, precision, of_.front(), of_.front(), domain};
  }
  took += watch.ms();
  return out;
}

}  // namespace heteroscope
