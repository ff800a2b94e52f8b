#include "core/run/shares/gather.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "core/base/watch.hpp"
#include "core/run/other_values.hpp"

namespace heteroscope {

namespace {

using device::Direction;

std::size_t bytes_of_all(const Extent& extent) {
  return extent.row_bytes() * static_cast<std::size_t>(extent.size.height);
}

}  // namespace

int home_of(const Plan& plan, Destination destination) {
  return destination == Destination::screen ? 0 : plan.participants.front().device;
}

ParticipantBuffers::ParticipantBuffers(const StageContext& context, std::size_t index)
    : context_(context), index_(index) {
  const Plan& plan = context.plan;
  const std::size_t bytes = bytes_of_all(plan.output);
  const MemoryKind memory = plan.settings.execution.memory;
  const auto take = [&](MemoryKind kind, int device) {
    const device::Use use(device);
    return context.pool.take(kind, bytes);
  };
  if (!plan.uses_gpu()) {
    of_.assign(plan.participants.size(), context.how.memory_of_result(context.pool, MemoryKind::host, bytes));
  } else if (!plan.gpu_memory_apart) {
    of_.assign(plan.participants.size(), take(memory, home_of(plan, context.how.destination)));
  } else {
    // the CPU's, to which those elsewhere write, too, is page-locked, so that rows cross at the bus's full rate
    const bool all_gpus = std::ranges::all_of(plan.participants, &Participant::is_gpu_here);
    const auto host = all_gpus ? nullptr : take(MemoryKind::pinned, 0);
    for (const Participant& participant : plan.participants)
      of_.push_back(participant.is_gpu_here() ? take(memory, participant.device) : host);
  }
  target_ = make_target();
}

/// Returns where all rows come together: the buffer of a participant, or one of its own; null: they need not be moved.
std::shared_ptr<Buffer> ParticipantBuffers::make_target() const {
  const Plan& plan = context_.plan;
  if (!plan.uses_gpu() || !plan.gpu_memory_apart) return nullptr;
  const std::size_t bytes = bytes_of_all(plan.output);
  if (context_.how.destination == Destination::host)
    return plan.participants.back().is_gpu_here() ? context_.pool.take(MemoryKind::pinned, bytes) : of_.back();
  const int home = home_of(plan, context_.how.destination);
  for (std::size_t i = 0; i < of_.size(); ++i) {
    if (plan.participants[i] == Participant{Processor::gpu, home}) return of_[i];
  }
  const device::Use use(home);
  return context_.pool.take(MemoryKind::device, bytes);
}

void* ParticipantBuffers::data(std::size_t participant) const {
  return context_.plan.participants[participant].is_gpu_here() ? of_[participant]->device() : of_[participant]->host();
}

void ParticipantBuffers::wait() const {
  for (const ParticipantContext& each : context_.participants) {
    if (each.gpu == nullptr) continue;
    each.gpu->stream().synchronize();
    if (target_ != nullptr) each.gpu->copy_stream().synchronize();
  }
}

void ParticipantBuffers::spoil_bytes(std::size_t begin, std::size_t bytes) const {
  for (std::size_t i = 0; i < of_.size(); ++i) {
    std::byte* const at = static_cast<std::byte*>(data(i)) + begin;
    if (const GpuRun* gpu = context_.participants[i].gpu; gpu != nullptr) {
      const device::Use use(gpu->stream().device());
      device::fill_ones(at, bytes, gpu->stream());
    } else if (i == 0 || of_[i] != of_.front()) {
      std::memset(at, 0xff, bytes);
    }
  }
}

void ParticipantBuffers::spoil() const {
  spoil_bytes(0, of_.front()->bytes());  // all have room for all rows
  wait();
}

double ParticipantBuffers::spoil_number(std::size_t begin) const {
  const Precision precision = context_.plan.output.precision;
  const std::size_t bytes = bytes_of(precision);
  ValueBits number = 0;
  for (std::size_t i = 0; i < of_.size(); ++i) {
    std::byte* const at = static_cast<std::byte*>(data(i)) + begin;
    const GpuRun* const gpu = context_.participants[i].gpu;
    const device::Stream* const stream = gpu == nullptr ? nullptr : &gpu->stream();
    if (i == 0) {
      copy_value(&number, at, bytes, Direction::to_host, stream);
      number = number_beside(number, precision);
    }
    copy_value(at, &number, bytes, Direction::to_device, stream);
  }
  return precision == Precision::fp64 ? std::bit_cast<double>(number)
                                      : std::bit_cast<float>(static_cast<std::uint32_t>(number));
}

/// The numbers come first: what they are made of is no NaN then.
std::vector<SpoiledValue> ParticipantBuffers::spoil_some() const {
  constexpr int numbers = spoiled_places / 4;
  const Extent& output = context_.plan.output;
  if (output.domain != Domain::whole || output.precision == Precision::int32 || output.size.area() == 0) return {};
  const auto below = [](int end) { return std::uniform_int_distribution(0, end - 1)(unforeseen()); };
  const std::size_t bytes = bytes_of(output.precision);
  std::vector<SpoiledValue> out;
  for (int i = 0; i < numbers + spoiled_places; ++i) {
    SpoiledValue& each =
        out.emplace_back(SpoiledValue{.column = below(output.size.width), .row = below(output.size.height)});
    const std::size_t begin =
        static_cast<std::size_t>(each.row) * output.row_bytes() + static_cast<std::size_t>(each.column) * bytes;
    if (i < numbers) {
      each.value = spoil_number(begin);
    } else {
      each.value = std::numeric_limits<double>::quiet_NaN();
      spoil_bytes(begin, bytes);
    }
  }
  wait();
  return out;
}

void ParticipantBuffers::clear() const {
  if (context_.plan.output.domain == Domain::whole) return;
  for (std::size_t i = 0; i < of_.size(); ++i) {
    const GpuRun* gpu = context_.participants[i].gpu;
    const Rows rows = most_rows(context_.plan, index_, i);
    if (gpu == nullptr || !is_apart(i) || rows.empty()) continue;
    const device::Use use(gpu->stream().device());
    const std::size_t row = context_.plan.output.row_bytes();
    device::fill_zero(static_cast<std::byte*>(of_[i]->device()) + row * static_cast<std::size_t>(rows.begin),
                      row * static_cast<std::size_t>(rows.count()), gpu->stream());
  }
}

bool ParticipantBuffers::is_apart(std::size_t participant) const {
  return target_ != nullptr && of_[participant] != target_;
}

bool ParticipantBuffers::sends(std::size_t participant) const {
  return is_apart(participant) && of_.size() > 1;
}

RowCopy ParticipantBuffers::copy_of(std::size_t participant) const {
  const bool to_host = context_.how.destination == Destination::host;
  const bool by_gpu = context_.participants[participant].gpu != nullptr;
  return {.to = to_host ? target_->host() : target_->device(),
          .from = data(participant),
          .row_bytes = context_.plan.output.row_bytes(),
          .direction = !by_gpu   ? Direction::to_device
                       : to_host ? Direction::to_host
                                 : Direction::on_device};
}

/// What was done to the target on its GPU's stream comes before what others send there.
void ParticipantBuffers::begin_sends() const {
  const device::Event* ready = nullptr;
  bool any = false;
  for (std::size_t i = 0; i < of_.size(); ++i) {
    any |= sends(i);
    GpuRun* const gpu = context_.participants[i].gpu;
    if (gpu != nullptr && of_[i] == target_) ready = &gpu->mark();
  }
  for (const ParticipantContext& each : context_.participants) {
    if (any && each.gpu != nullptr) each.gpu->begin_sends(ready);
  }
}

void ParticipantBuffers::send(std::size_t participant, Rows rows, const device::Event* computed) const {
  if (GpuRun* const gpu = context_.participants[participant].gpu; gpu != nullptr) {
    gpu->send(rows, copy_of(participant), *computed);
  } else {
    copy_rows(copy_of(participant), rows, context_.participants.front().gpu->copy_stream());
  }
}

bool ParticipantBuffers::lies_together(const Taken& taken) const {
  std::vector<std::size_t> with_rows;
  for (std::size_t i = 0; i < taken.size(); ++i) {
    if (std::ranges::any_of(taken[i], [](Rows each) { return !each.empty(); })) with_rows.push_back(i);
  }
  return with_rows.size() == 1 && (context_.how.destination == Destination::host || !is_apart(with_rows.front()));
}

Field ParticipantBuffers::bring_together(const Taken& taken, Timing& timing) const {
  const Plan& plan = context_.plan;
  const auto [size, precision, domain] = plan.output;
  if (!plan.uses_gpu()) return {size, precision, of_.front(), nullptr, domain};
  const bool to_host = context_.how.destination == Destination::host;
  const bool joins = plan.participants.size() > 1 && plan.gpu_memory_apart && !lies_together(taken);
  const Watch watch;
  if (plan.gpu_memory_apart) {
    for (std::size_t i = 0; i < of_.size(); ++i) {
      if (!is_apart(i) || sends(i)) continue;
      for (const Rows rows : taken[i]) copy_rows(copy_of(i), rows, context_.participants[i].gpu->stream());
    }
    wait();
  } else if (plan.settings.execution.memory == MemoryKind::managed && to_host) {
    device::prefetch(of_.front()->device(), of_.front()->bytes(), Direction::to_host,
                     context_.participants.front().gpu->stream());
    wait();
  }
  (joins ? timing.merge : timing.copies) += watch.ms();
  for (std::size_t i = 0; i < of_.size(); ++i) {
    if (GpuRun* const gpu = context_.participants[i].gpu; gpu != nullptr && sends(i))
      timing.participants[i].sending += gpu->end_sends();
  }
  if (!plan.gpu_memory_apart) return {size, precision, of_.front(), of_.front(), domain};
  if (!to_host) return {size, precision, nullptr, target_, domain};
  return {size, precision, target_, of_.size() == 1 ? of_.front() : nullptr, domain};
}

}  // namespace heteroscope
