#include "core/stage_run.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/gather.hpp"
#include "core/watch.hpp"

namespace heteroscope {

namespace {

/// Operations that the GPU does in a ms at a quarter of what 64 lanes a multiprocessor could: a pessimist's guess, from
/// which the first band's rows follow.
double pessimists_rate(const device::Facts& facts, Precision precision, double fma_per_operation) {
  const double lanes = 64.0 * facts.multiprocessors / (precision == Precision::fp64 ? facts.fp32_per_fp64 : 1);
  return 0.25 * lanes * facts.clock_khz / std::max(fma_per_operation, 1.0);
}

constexpr std::uint32_t traced_blocks = 1U << 22;

/// What all lanes are told.
void fill(Job& job, const StageContext& context, std::size_t index, Rows rows) {
  const Plan& plan = context.plan;
  job.parameters = &plan.parameters;
  job.input.size = plan.input.size;
  job.input.precision = plan.input.precision;
  job.output.size = plan.output.size;
  job.output.precision = plan.output.precision;
  job.output.domain = plan.output.domain;
  job.rows = rows;
  job.block = plan.stages[index].block;
  job.mapping = plan.stages[index].mapping;
  job.threads = plan.threads;
  job.cancel = context.options.cancel;
}

void start_gpu(const StageContext& context, std::size_t index, const LaneContext& lane, Job& job) {
  const Plan& plan = context.plan;
  const Precision precision = plan.settings.problem.precision;
  job.input.data = lane.input.device_view().data;
  job.table = lane.table.device_view();
  job.stream = lane.gpu->stream().get();
  if (lane.block_trace != nullptr) job.block_trace = lane.block_trace->sink();
  double (*worst)(const std::any&) = plan.workload->worst_operations;
  const double row_work = (worst != nullptr ? worst(plan.parameters) : 1) * plan.extent().width;
  const double fma = plan.workload->work(plan.parameters, plan.extent(), precision, {}).fma_per_operation;
  const device::Use use(lane.gpu->stream().device());
  lane.gpu->start(*plan.stages[index].gpu, job,
                  {.row_work = row_work,
                   .rate_guess = pessimists_rate(device::facts(), precision, fma),
                   .lead_in = context.options.lead_in,
                   .undo_lead_in = context.undo_lead_in,
                   .most_band = context.options.most_band});
}

double run_cpu(const StageContext& context, std::size_t index, const LaneContext& lane, Job& job) {
  job.input.data = lane.input.host_view().data;
  job.table = lane.table.host_view();
  job.chunk_trace = lane.chunk_trace;
  const Watch watch;
  context.plan.stages[index].cpu->run(job);
  return watch.ms();
}

/// The GPUs are started, the CPU computes meanwhile on this thread, the GPUs are waited for.
void start_and_join(const StageContext& context, std::size_t index, std::vector<Job>& jobs, Timing& timing) {
  const Parts& parts = context.plan.parts[index];
  const auto note = [&](std::size_t i, double ms) {
    timing.lanes[i].stages[index] += ms;
    timing.lanes[i].compute += ms;
  };
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    fill(jobs[i], context, index, parts[i]);
    timing.lanes[i].rows = parts[i].count();
    if (context.lanes[i].gpu != nullptr && !parts[i].empty()) start_gpu(context, index, context.lanes[i], jobs[i]);
  }
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (context.lanes[i].gpu == nullptr && !parts[i].empty())
      note(i, run_cpu(context, index, context.lanes[i], jobs[i]));
  }
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    if (context.lanes[i].gpu != nullptr && !parts[i].empty()) note(i, context.lanes[i].gpu->join());
  }
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

void run_lanes(const StageContext& context, std::size_t index, std::vector<Job> jobs, Timing& timing) {
  try {
    start_and_join(context, index, jobs, timing);
  } catch (...) {
    // what the GPUs still write to goes with the exception
    for (const LaneContext& each : context.lanes) {
      if (each.gpu != nullptr) each.gpu->settle();
    }
    throw;
  }
}

std::optional<Field> run_rows(const StageContext& context, std::size_t index, std::span<const double> carried,
                              Timing& timing) {
  const LaneBuffers buffers(context);
  std::vector<Job> jobs(context.lanes.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    jobs[i].carried = carried;
    jobs[i].output.data = buffers.data(i);
  }
  if (context.options.spoil) {
    buffers.spoil();
  } else {
    buffers.clear();
  }
  run_lanes(context, index, std::move(jobs), timing);
  if (context.cancelled()) return std::nullopt;
  return buffers.bring_together(context.plan.parts[index], timing);
}

std::optional<std::vector<double>> run_reduction(const StageContext& context, std::size_t index,
                                                 std::span<const double> carried, Timing& timing) {
  static_assert(sizeof(double) == sizeof(std::uint64_t));
  const Stage& stage = *context.plan.stages[index].stage;
  const auto count = static_cast<std::size_t>(stage.partials(context.plan.parameters));
  const std::size_t bytes = count * sizeof(double);
  const bool sums = stage.reduction == Reduction::sums;
  // all bits zero are 0 for both kinds
  std::vector<std::uint64_t> counts_of_cpu(sums ? 0 : count);
  std::vector<double> sums_of_cpu(sums ? count : 0);
  std::vector<std::shared_ptr<Buffer>> of_gpus(context.lanes.size());
  std::vector<Job> jobs(context.lanes.size());
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    jobs[i].carried = carried;
    jobs[i].partial_count = static_cast<int>(count);
    if (const GpuRun* gpu = context.lanes[i].gpu; gpu != nullptr) {
      const device::Use use(gpu->stream().device());
      of_gpus[i] = context.pool.take(MemoryKind::device, bytes);
      device::fill_zero(of_gpus[i]->device(), bytes, gpu->stream());
      jobs[i].partials = of_gpus[i]->device();
    } else {
      jobs[i].partials = sums ? static_cast<void*>(sums_of_cpu.data()) : counts_of_cpu.data();
    }
  }
  run_lanes(context, index, std::move(jobs), timing);
  if (context.cancelled()) return std::nullopt;

  const auto merge = [&]<class T>(const std::vector<T>& of_cpu) {
    std::vector<T> total = of_cpu;
    const Watch watch;
    for (std::size_t i = 0; i < of_gpus.size(); ++i) {
      if (of_gpus[i] == nullptr) continue;
      std::vector<T> of_gpu(count);
      const device::Stream& stream = context.lanes[i].gpu->stream();
      device::copy(of_gpu.data(), of_gpus[i]->device(), bytes, device::Direction::to_host, stream);
      stream.synchronize();
      for (std::size_t k = 0; k < count; ++k) total[k] += of_gpu[k];
    }
    if (context.plan.uses_gpu()) timing.merge += watch.ms();
    return std::vector<double>(total.begin(), total.end());
  };
  return sums ? merge(sums_of_cpu) : merge(counts_of_cpu);
}

}  // namespace heteroscope
