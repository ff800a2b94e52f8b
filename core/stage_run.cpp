#include "core/stage_run.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <utility>

namespace heteroscope {

namespace {

/// Operations that the GPU does in a ms at a quarter of what 64 lanes a multiprocessor could: a pessimist's guess, from
/// which the first band's rows follow.
double pessimists_rate(const device::Facts& facts, Precision precision, double fma_per_operation) {
  const double lanes = 64.0 * facts.multiprocessors / (precision == Precision::fp64 ? facts.fp32_per_fp64 : 1);
  return 0.25 * lanes * facts.clock_khz / std::max(fma_per_operation, 1.0);
}

constexpr std::uint32_t traced_blocks = 1U << 22;

/// Buffers that the sides write to. With plain device memory and a split each side has its own.
struct Storage {
  std::shared_ptr<Buffer> cpu;
  std::shared_ptr<Buffer> gpu;
};

std::size_t bytes_of(const Extent& extent) {
  return static_cast<std::size_t>(extent.size.area()) * heteroscope::bytes_of(extent.precision);
}

Storage take_storage(BufferPool& pool, const Plan& plan) {
  const std::size_t bytes = bytes_of(plan.output);
  if (!plan.uses_gpu()) return {pool.take(MemoryKind::host, bytes), nullptr};
  const auto shared = pool.take(plan.settings.execution.memory, bytes);
  if (plan.settings.execution.memory != MemoryKind::device) return {shared, shared};
  // page-locked, so that rows cross at the bus's full rate
  return {plan.uses_cpu() ? pool.take(MemoryKind::pinned, bytes) : nullptr, shared};
}

/// Copies rows of the field between two buffers and waits; ms.
double copy_rows(const Buffer& to, const Buffer& from, const Extent& shape, Rows rows, device::Direction direction,
                 const device::Stream& stream) {
  const Watch watch;
  const std::size_t row_bytes = static_cast<std::size_t>(shape.size.width) * heteroscope::bytes_of(shape.precision);
  const std::size_t offset = row_bytes * static_cast<std::size_t>(rows.begin);
  auto* target = static_cast<std::byte*>(direction == device::Direction::to_host ? to.host() : to.device());
  const auto* origin =
      static_cast<const std::byte*>(direction == device::Direction::to_host ? from.device() : from.host());
  device::copy(target + offset, origin + offset, row_bytes * static_cast<std::size_t>(rows.count()), direction, stream);
  stream.synchronize();
  return watch.ms();
}

/// `domain`: of what has those rows.
Shares shares_of(const Plan& plan, int rows, Domain domain) {
  return split(plan.settings.execution.processor, plan.settings.execution.split, rows, nullptr, domain);
}

Shares shares_of_output(const Plan& plan) {
  return shares_of(plan, plan.output.size.height, plan.output.domain);
}

/// NaNs in every place: what a variant forgets to write must not be right by chance, and what it must not write shows.
void spoil(const Storage& storage, const GpuRun* gpu) {
  if (storage.gpu != nullptr) device::fill_ones(storage.gpu->device(), storage.gpu->bytes(), gpu->stream());
  if (storage.cpu != nullptr && storage.cpu != storage.gpu)
    std::memset(storage.cpu->host(), 0xff, storage.cpu->bytes());
  if (storage.gpu != nullptr) gpu->stream().synchronize();
}

/// The sides' rows in one field, where it is wanted.
Field bring_together(const StageContext& context, const Storage& storage, const Shares& shares, Timing& timing) {
  const Plan& plan = context.plan;
  const auto [size, precision, domain] = plan.output;
  const MemoryKind memory = plan.settings.execution.memory;
  const Destination destination = context.options.destination;
  if (!plan.uses_gpu()) return {size, precision, storage.cpu, nullptr, domain};
  const device::Stream& stream = context.gpu->stream();
  if (memory != MemoryKind::device) {
    if (memory == MemoryKind::managed && destination == Destination::host) {
      const Watch watch;
      device::prefetch(storage.gpu->device(), storage.gpu->bytes(), device::Direction::to_host, stream);
      stream.synchronize();
      timing.copies += watch.ms();
    }
    return {size, precision, storage.cpu, storage.gpu, domain};
  }
  if (storage.cpu == nullptr) {
    if (destination == Destination::device) return {size, precision, nullptr, storage.gpu, domain};
    const auto host = context.pool.take(MemoryKind::pinned, storage.gpu->bytes());
    timing.copies += copy_rows(*host, *storage.gpu, plan.output, shares.gpu, device::Direction::to_host, stream);
    return {size, precision, host, storage.gpu, domain};
  }
  if (destination == Destination::device) {
    timing.merge +=
        copy_rows(*storage.gpu, *storage.cpu, plan.output, shares.cpu, device::Direction::to_device, stream);
    return {size, precision, nullptr, storage.gpu, domain};
  }
  timing.merge += copy_rows(*storage.cpu, *storage.gpu, plan.output, shares.gpu, device::Direction::to_host, stream);
  return {size, precision, storage.cpu, nullptr, domain};
}

/// Whole rows of device memory go to the host: they must hold something where there is no value, too.
bool will_be_copied(const StageContext& context) {
  const Plan& plan = context.plan;
  return plan.uses_gpu() && plan.settings.execution.memory == MemoryKind::device &&
         context.options.destination == Destination::host;
}

/// Both sides at the same time, each on its rows.
void start_and_join(const StageContext& context, std::size_t index, const Shares& shares, Job gpu_side, Job cpu_side,
                    Timing& timing) {
  const Plan& plan = context.plan;
  const PlannedStage& stage = plan.stages[index];
  timing.gpu_rows = shares.gpu.count();
  timing.cpu_rows = shares.cpu.count();
  const auto fill = [&](Job& side, Rows share) {
    side.parameters = &plan.parameters;
    side.input.size = plan.input.size;
    side.input.precision = plan.input.precision;
    side.output.size = plan.output.size;
    side.output.precision = plan.output.precision;
    side.output.domain = plan.output.domain;
    side.rows = share;
    side.block = stage.block;
    side.mapping = stage.mapping;
    side.threads = plan.threads;
    side.cancel = context.options.cancel;
  };
  Timing::Side& times = timing.stages[index];
  if (!shares.gpu.empty()) {
    fill(gpu_side, shares.gpu);
    gpu_side.input.data = context.input.device_view().data;
    gpu_side.table = context.table.device_view();
    gpu_side.stream = context.gpu->stream().get();
    if (context.block_trace != nullptr) gpu_side.block_trace = context.block_trace->sink();
    double (*worst)(const std::any&) = plan.workload->worst_operations;
    const double row_work = (worst != nullptr ? worst(plan.parameters) : 1) * plan.extent().width;
    const double fma =
        plan.workload->work(plan.parameters, plan.extent(), plan.settings.problem.precision, {}).fma_per_operation;
    context.gpu->start(*stage.gpu, gpu_side,
                       {.row_work = row_work,
                        .rate_guess = pessimists_rate(device::facts(), plan.settings.problem.precision, fma),
                        .lead_in = context.options.lead_in,
                        .undo_lead_in = context.undo_lead_in,
                        .most_band = context.options.most_band});
  }
  if (!shares.cpu.empty()) {
    fill(cpu_side, shares.cpu);
    cpu_side.input.data = context.input.host_view().data;
    cpu_side.table = context.table.host_view();
    cpu_side.chunk_trace = context.chunk_trace;
    const Watch watch;
    stage.cpu->run(cpu_side);
    times.cpu = watch.ms();
  }
  if (!shares.gpu.empty()) times.gpu = context.gpu->join();
  timing.gpu_compute += times.gpu;
  timing.cpu_compute += times.cpu;
}

}  // namespace

BlockTraceBuffer::BlockTraceBuffer(BufferPool& pool, const device::Stream& stream)
    : records_(pool.take(MemoryKind::device, traced_blocks * sizeof(BlockRecord))),
      used_(pool.take(MemoryKind::device, sizeof(std::uint32_t))) {
  device::fill_zero(used_->device(), used_->bytes(), stream);
}

BlockSink BlockTraceBuffer::sink() const {
  return {static_cast<BlockRecord*>(records_->device()), static_cast<std::uint32_t*>(used_->device()), traced_blocks};
}

void BlockTraceBuffer::collect(Trace& trace, const device::Stream& stream) const {
  std::uint32_t used = 0;
  device::copy(&used, used_->device(), sizeof used, device::Direction::to_host, stream);
  stream.synchronize();
  trace.dropped_blocks = used > traced_blocks ? used - traced_blocks : 0;
  trace.blocks.resize(std::min(used, traced_blocks));
  device::copy(trace.blocks.data(), records_->device(), trace.blocks.size() * sizeof(BlockRecord),
               device::Direction::to_host, stream);
  stream.synchronize();
}

void run_sides(const StageContext& context, std::size_t index, const Shares& shares, Job gpu_side, Job cpu_side,
               Timing& timing) {
  try {
    start_and_join(context, index, shares, std::move(gpu_side), std::move(cpu_side), timing);
  } catch (...) {
    // what the GPU still writes to goes with the exception
    if (!shares.gpu.empty()) context.gpu->settle();
    throw;
  }
}

std::optional<Field> run_rows(const StageContext& context, std::size_t index, std::span<const double> carried,
                              Timing& timing) {
  const Storage storage = take_storage(context.pool, context.plan);
  Job gpu_side;
  Job cpu_side;
  gpu_side.carried = cpu_side.carried = carried;
  if (storage.gpu != nullptr) gpu_side.output.data = storage.gpu->device();
  if (storage.cpu != nullptr) cpu_side.output.data = storage.cpu->host();
  if (context.options.spoil) {
    spoil(storage, context.gpu);
  } else if (context.plan.output.domain != Domain::whole && will_be_copied(context)) {
    device::fill_zero(storage.gpu->device(), storage.gpu->bytes(), context.gpu->stream());
  }
  const Shares shares = shares_of_output(context.plan);
  run_sides(context, index, shares, gpu_side, cpu_side, timing);
  if (cpu_side.cancel = context.options.cancel; cpu_side.cancelled()) return std::nullopt;
  return bring_together(context, storage, shares, timing);
}

std::optional<std::vector<double>> run_reduction(const StageContext& context, std::size_t index,
                                                 std::span<const double> carried, Timing& timing) {
  static_assert(sizeof(double) == sizeof(std::uint64_t));
  const Plan& plan = context.plan;
  const Stage& stage = *plan.stages[index].stage;
  const auto count = static_cast<std::size_t>(stage.partials(plan.parameters));
  const bool sums = stage.reduction == Reduction::sums;
  // all bits zero are 0 for both kinds
  std::vector<std::uint64_t> cpu_counts(sums ? 0 : count);
  std::vector<double> cpu_sums(sums ? count : 0);
  Job gpu_side;
  Job cpu_side;
  gpu_side.carried = cpu_side.carried = carried;
  gpu_side.partial_count = cpu_side.partial_count = static_cast<int>(count);
  cpu_side.partials = sums ? static_cast<void*>(cpu_sums.data()) : cpu_counts.data();
  std::shared_ptr<Buffer> gpu_partials;
  if (plan.uses_gpu()) {
    gpu_partials = context.pool.take(MemoryKind::device, count * sizeof(double));
    device::fill_zero(gpu_partials->device(), count * sizeof(double), context.gpu->stream());
    gpu_side.partials = gpu_partials->device();
  }
  run_sides(context, index, shares_of(plan, plan.input.size.height, Domain::whole), gpu_side, cpu_side, timing);
  if (cpu_side.cancel = context.options.cancel; cpu_side.cancelled()) return std::nullopt;

  const auto merge = [&]<class T>(const std::vector<T>& found) {
    std::vector<T> total = found;
    if (plan.uses_gpu()) {
      const Watch watch;
      std::vector<T> of_gpu(count);
      device::copy(of_gpu.data(), gpu_partials->device(), count * sizeof(T), device::Direction::to_host,
                   context.gpu->stream());
      context.gpu->stream().synchronize();
      for (std::size_t i = 0; i < count; ++i) total[i] += of_gpu[i];
      timing.merge += watch.ms();
    }
    return std::vector<double>(total.begin(), total.end());
  };
  return sums ? merge(cpu_sums) : merge(cpu_counts);
}

}  // namespace heteroscope
