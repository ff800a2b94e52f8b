#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/watch.hpp"
#include "core/run/shares/stage_run.hpp"

namespace heteroscope {

std::optional<std::vector<double>> run_reduction(const StageContext& context, std::size_t index, Timing& timing) {
  static_assert(sizeof(double) == sizeof(std::uint64_t));
  const Stage& stage = *context.plan.stages[index].stage;
  const Reduction& reduction = *stage.reduction();
  const auto count = static_cast<std::size_t>(reduction.count(context.plan.parameters));
  const std::size_t bytes = count * sizeof(double);
  const bool sums = stage.sums();
  // all bits zero are 0 for both kinds
  std::vector<std::uint64_t> counts_of_cpu(sums ? 0 : count);
  std::vector<double> sums_of_cpu(sums ? count : 0);
  std::vector<std::shared_ptr<Buffer>> of_gpus(context.participants.size());
  std::vector<std::vector<double>> elsewhere(context.participants.size());
  std::vector<AnyJob> jobs;
  for (std::size_t i = 0; i < context.participants.size(); ++i) {
    ReduceJob job;
    job.partial_count = static_cast<int>(count);
    const GpuRun* const gpu = context.participants[i].gpu;
    if (gpu != nullptr && !most_rows(context.plan, index, i).empty()) {
      const device::Use use(gpu->stream().device());
      of_gpus[i] = context.pool.take(MemoryKind::device, bytes);
      device::fill_zero(of_gpus[i]->device(), bytes, gpu->stream());
      job.partials = of_gpus[i]->device();
    } else if (context.participants[i].elsewhere != nullptr) {
      elsewhere[i].resize(count);
      job.partials = elsewhere[i].data();
    } else if (gpu == nullptr) {
      job.partials = sums ? static_cast<void*>(sums_of_cpu.data()) : counts_of_cpu.data();
    }
    jobs.emplace_back(job);
  }
  run_participants(context, index, std::move(jobs), timing);
  if (context.cancelled()) return std::nullopt;

  const auto merge = [&]<class T>(const std::vector<T>& of_cpu) {
    std::vector<T> total = of_cpu;
    const Watch watch;
    // all are on their way before the first is waited for
    std::vector<std::shared_ptr<Buffer>> arrived(of_gpus.size());
    for (std::size_t i = 0; i < of_gpus.size(); ++i) {
      if (of_gpus[i] == nullptr) continue;
      arrived[i] = context.pool.take(MemoryKind::pinned, bytes);
      device::copy(arrived[i]->host(), of_gpus[i]->device(), bytes, device::Direction::to_host,
                   context.participants[i].gpu->stream());
    }
    for (std::size_t i = 0; i < of_gpus.size(); ++i) {
      for (std::size_t k = 0; k < elsewhere[i].size(); ++k) total[k] += static_cast<T>(elsewhere[i][k]);
      if (of_gpus[i] == nullptr) continue;
      context.participants[i].gpu->stream().synchronize();
      const T* of_gpu = static_cast<const T*>(arrived[i]->host());
      for (std::size_t k = 0; k < count; ++k) total[k] += of_gpu[k];
    }
    if (context.plan.uses_gpu()) timing.merge += watch.ms();
    return std::vector<double>(total.begin(), total.end());
  };
  return sums ? merge(sums_of_cpu) : merge(counts_of_cpu);
}

}  // namespace heteroscope
