#include "core/execute.hpp"

#include <algorithm>
#include <chrono>
#include <utility>

#include "core/gpu_run.hpp"
#include "core/split.hpp"

namespace heteroscope {

namespace {

/// Milliseconds since it was made.
class Watch {
 public:
  [[nodiscard]] double ms() const {
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Operations that the GPU does in a ms at a quarter of what 64 lanes a multiprocessor could: a pessimist's guess, from
/// which the first band's rows follow.
double pessimists_rate(const device::Facts& facts, Precision precision, double fma_per_operation) {
  const double lanes = 64.0 * facts.multiprocessors / (precision == Precision::fp64 ? facts.fp32_per_fp64 : 1);
  return 0.25 * lanes * facts.clock_khz / std::max(fma_per_operation, 1.0);
}

constexpr std::uint32_t traced_blocks = 1U << 18;

/// Buffers that the sides write to. With plain device memory and a split each side has its own.
struct Storage {
  std::shared_ptr<Buffer> cpu;
  std::shared_ptr<Buffer> gpu;
};

Storage take_storage(BufferPool& pool, const Plan& plan) {
  const auto bytes = static_cast<std::size_t>(plan.settings.size.area()) * bytes_of(plan.settings.precision);
  if (!plan.uses_gpu()) return {pool.take(MemoryKind::host, bytes), nullptr};
  const auto shared = pool.take(plan.settings.memory, bytes);
  if (plan.settings.memory != MemoryKind::device) return {shared, shared};
  // page-locked, so that rows cross at the bus's full rate
  return {plan.uses_cpu() ? pool.take(MemoryKind::pinned, bytes) : nullptr, shared};
}

/// Device memory for the records of traced blocks.
class BlockTraceBuffer {
 public:
  BlockTraceBuffer(BufferPool& pool, const device::Stream& stream)
      : records_(pool.take(MemoryKind::device, traced_blocks * sizeof(BlockRecord))),
        used_(pool.take(MemoryKind::device, sizeof(std::uint32_t))) {
    device::fill_zero(used_->device(), used_->bytes(), stream);
  }

  [[nodiscard]] BlockSink sink() const {
    return {static_cast<BlockRecord*>(records_->device()), static_cast<std::uint32_t*>(used_->device()), traced_blocks};
  }

  void collect(Trace& trace, const device::Stream& stream) const {
    std::uint32_t used = 0;
    device::copy(&used, used_->device(), sizeof used, device::Direction::to_host, stream);
    stream.synchronize();
    trace.dropped_blocks = used > traced_blocks ? used - traced_blocks : 0;
    trace.blocks.resize(std::min(used, traced_blocks));
    device::copy(trace.blocks.data(), records_->device(), trace.blocks.size() * sizeof(BlockRecord),
                 device::Direction::to_host, stream);
    stream.synchronize();
  }

 private:
  std::shared_ptr<Buffer> records_;
  std::shared_ptr<Buffer> used_;
};

/// Copies rows of the field between two buffers and waits; ms.
double copy_rows(const Buffer& to, const Buffer& from, const FieldView& shape, Rows rows, device::Direction direction,
                 const device::Stream& stream) {
  const Watch watch;
  const std::size_t row_bytes = static_cast<std::size_t>(shape.size.width) * bytes_of(shape.precision);
  const std::size_t offset = row_bytes * static_cast<std::size_t>(rows.begin);
  auto* target = static_cast<std::byte*>(direction == device::Direction::to_host ? to.host() : to.device());
  const auto* origin =
      static_cast<const std::byte*>(direction == device::Direction::to_host ? from.device() : from.host());
  device::copy(target + offset, origin + offset, row_bytes * static_cast<std::size_t>(rows.count()), direction, stream);
  stream.synchronize();
  return watch.ms();
}

}  // namespace

struct Executor::State {
  BufferPool pool;
  std::unique_ptr<GpuRun> gpu;
  std::uint64_t serial = 0;

  GpuRun& gpu_run() {
    if (!gpu) gpu = std::make_unique<GpuRun>(pool);
    return *gpu;
  }

  Field bring_together(const Plan& plan, const Storage& storage, const Shares& shares, Destination destination,
                       Timing& timing);
};

Executor::Executor() : state_(std::make_unique<State>()) {}
Executor::~Executor() = default;

void Executor::trim() {
  state_->pool.trim();
}

Field Executor::State::bring_together(const Plan& plan, const Storage& storage, const Shares& shares,
                                      Destination destination, Timing& timing) {
  const Settings& s = plan.settings;
  const FieldView shape{nullptr, s.size, s.precision};
  if (!plan.uses_gpu()) return {s.size, s.precision, storage.cpu, nullptr};
  const device::Stream& stream = gpu->stream();
  if (s.memory != MemoryKind::device) {
    if (s.memory == MemoryKind::managed && destination == Destination::host) {
      const Watch watch;
      device::prefetch(storage.gpu->device(), storage.gpu->bytes(), device::Direction::to_host, stream);
      stream.synchronize();
      timing.copies = watch.ms();
    }
    return {s.size, s.precision, storage.cpu, storage.gpu};
  }
  if (storage.cpu == nullptr) {
    if (destination == Destination::device) return {s.size, s.precision, nullptr, storage.gpu};
    const auto host = pool.take(MemoryKind::pinned, storage.gpu->bytes());
    timing.copies = copy_rows(*host, *storage.gpu, shape, shares.gpu, device::Direction::to_host, stream);
    return {s.size, s.precision, host, storage.gpu};
  }
  if (destination == Destination::device) {
    timing.merge = copy_rows(*storage.gpu, *storage.cpu, shape, shares.cpu, device::Direction::to_device, stream);
    return {s.size, s.precision, nullptr, storage.gpu};
  }
  timing.merge = copy_rows(*storage.cpu, *storage.gpu, shape, shares.gpu, device::Direction::to_host, stream);
  return {s.size, s.precision, storage.cpu, nullptr};
}

std::optional<Frame> Executor::execute(const Plan& plan, const ExecuteOptions& options) {
  const Watch total;
  const Settings& s = plan.settings;
  const PlannedStage& stage = plan.stages.front();
  const Shares shares = split(s.processor, s.split, s.size.height, nullptr);
  const Storage storage = take_storage(state_->pool, plan);

  Frame frame{.plan = plan};
  Timing& timing = frame.timing;
  timing.gpu_rows = shares.gpu.count();
  timing.cpu_rows = shares.cpu.count();

  Job job{.parameters = &plan.parameters,
          .output = {nullptr, s.size, s.precision},
          .block = stage.block,
          .mapping = stage.mapping,
          .threads = plan.threads,
          .cancel = options.cancel};

  std::optional<BlockTraceBuffer> block_trace;
  if (plan.uses_gpu() && !shares.gpu.empty()) {
    GpuRun& gpu = state_->gpu_run();
    Job side = job;
    side.output.data = storage.gpu->device();
    side.rows = shares.gpu;
    side.stream = gpu.stream().get();
    if (options.trace) side.block_trace = block_trace.emplace(state_->pool, gpu.stream()).sink();
    const double worst = plan.workload->worst_operations(plan.parameters) * s.size.width;
    const double fma = plan.workload->work(plan.parameters, s.size, s.precision, {}).fma_per_operation;
    gpu.start(*stage.gpu, side, worst, pessimists_rate(device::facts(), s.precision, fma));
  }
  std::optional<ChunkSink> chunk_trace;
  if (plan.uses_cpu() && !shares.cpu.empty()) {
    Job side = job;
    side.output.data = storage.cpu->host();
    side.rows = shares.cpu;
    if (options.trace) side.chunk_trace = &chunk_trace.emplace(plan.threads);
    const Watch watch;
    stage.cpu->run(side);
    timing.cpu_compute = watch.ms();
  }
  if (plan.uses_gpu()) {
    if (!shares.gpu.empty()) {
      timing.gpu_compute = state_->gpu->join();
    } else {
      state_->gpu_run();
    }
  }
  if (job.cancelled()) return std::nullopt;

  frame.field = state_->bring_together(plan, storage, shares, options.destination, timing);
  if (options.summarize) {
    const Watch watch;
    const bool there = frame.field.on_device() && frame.field.kind() != MemoryKind::pinned;
    frame.summary = there ? device::summarize(frame.field.device_view(), state_->gpu->stream())
                          : summarize(frame.field.host_view(), plan.threads);
    timing.summary = watch.ms();
    frame.work = plan.workload->work(plan.parameters, s.size, s.precision, frame.summary);
  }
  if (block_trace) block_trace->collect(frame.trace, state_->gpu->stream());
  if (chunk_trace) frame.trace.chunks = chunk_trace->collect();
  timing.total = total.ms();
  frame.serial = ++state_->serial;
  return frame;
}

}  // namespace heteroscope
