#include "app/measures/ceilings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "app/text/format.hpp"
#include "core/base/plural.hpp"
#include "core/ceilings/cpu_ceilings.hpp"
#include "core/ceilings/device_ceilings.hpp"

namespace heteroscope {
namespace {

/// "memory of 2 threads, 512.0 MiB".
std::string memory_words(const std::string& of, std::size_t set) {
  return fmt::format("memory of {}, {}", of, format_bytes(static_cast<double>(set)));
}

}  // namespace

Touched touched_by(const Plan& plan, const Work& work, std::int64_t steps, int threads) {
  double bytes = work.bytes;
  if (const Iteration* const iteration = plan.workload->iteration(); iteration && steps > 0) {
    const int planes = iteration->planes(plan.parameters) + iteration->spares(plan.parameters);
    const double plane =
        static_cast<double>(plan.state.size.area()) * static_cast<double>(bytes_of(plan.state.precision));
    bytes = std::min(bytes / static_cast<double>(steps), planes * plane);
  }
  const double of_cpu = plan.uses_cpu() ? share_of(plan, plan.participants.size() - 1) : 0;
  const double of_gpu = plan.uses_gpu() ? share_of(plan, 0) : 0;
  return {.threads = threads, .cpu_bytes = of_cpu * bytes, .gpu_bytes = of_gpu * bytes};
}

CeilingMeter::CeilingMeter()
    : cpu_memory_(largest_cpu_set(), [this](int threads, std::size_t set) {
        begins(memory_words(plural(threads, "thread"), set));
        return measure_cpu_memory(threads, set);
      }) {}

void CeilingMeter::expect(int measurements) {
  expected_ = measurements;
  begun_ = 0;
}

void CeilingMeter::begins(const std::string& what) {
  if (expected_ == 0) {
    waiter_.tell(what, 0);
  } else {
    expected_ = std::max(expected_, begun_ + 1);
    const double share = static_cast<double>(begun_) / expected_;
    waiter_.tell(fmt::format("ceiling {} of {}: {}", ++begun_, expected_, what), share);
  }
  if (waiter_.asked()) throw GivenUp{};
}

bool CeilingMeter::has_fma(int threads) const {
  return std::ranges::find(cpu_, threads, &CpuFma::threads) != cpu_.end();
}

int CeilingMeter::missing_cpu(int threads, double bytes) const {
  return (has_fma(threads) ? 0 : 1) + cpu_memory_.missing(threads, bytes);
}

int CeilingMeter::missing_gpu(double bytes) const {
  const int memory =
      gpu_memory_ ? gpu_memory_->missing(0, bytes) : MemoryCeilings(device::largest_set(), {}).missing(0, bytes);
  return (gpu_ ? 0 : 1) + memory;
}

void CeilingMeter::measure_cpu(int threads) {
  if (has_fma(threads)) return;
  begins("multiply-adds of " + plural(threads, "thread"));
  cpu_.push_back({threads, measure_cpu_fma(threads)});
  cpu_memory_.of_memory(threads);
}

void CeilingMeter::measure_gpu() {
  if (gpu_) return;
  if (waiter_.asked()) throw GivenUp{};
  // where memory fails, the next call begins anew, with a set that fits into what is free by then
  if (!gpu_memory_ || gpu_memory_->measured().empty()) {
    gpu_memory_.emplace(device::largest_set(), [this](int, std::size_t set) {
      begins(memory_words("the GPU", set));
      return device::measure_memory(set);
    });
  }
  gpu_memory_->of_memory(0);
  begins("multiply-adds of the GPU");
  gpu_ = device::measure_fma();
}

HeldAgainst CeilingMeter::cpu(int threads, double bytes, Precision precision) {
  measure_cpu(threads);
  const double fma = std::ranges::find(cpu_, threads, &CpuFma::threads)->rates.of(precision);
  return {.memory = cpu_memory_.of(threads, bytes), .fma_per_s = fma};
}

HeldAgainst CeilingMeter::gpu(double bytes, Precision precision) {
  measure_gpu();
  return {.memory = gpu_memory_->of(0, bytes), .fma_per_s = gpu_->of(precision)};
}

const device::ChipRates& CeilingMeter::chip() {
  if (!chip_) {
    begins("caches and shared memory of the GPU");
    chip_ = device::measure_chip();
  }
  return *chip_;
}

const LinkRates& CeilingMeter::link(const Participant& from, int to) {
  for (const MeasuredLink& each : links_) {
    if (each.from == from && each.to == to) return each.rates;
  }
  return links_.emplace_back(MeasuredLink{from, to, measure_link(from, to)}).rates;
}

double CeilingMeter::arrival(const std::vector<Participant>& from, int to) {
  if (from.size() == 1) return link(from.front(), to).bytes_per_s;
  for (const MeasuredArrival& each : arrivals_) {
    if (each.from == from && each.to == to) return each.bytes_per_s;
  }
  return arrivals_.emplace_back(MeasuredArrival{from, to, measure_arrival(from, to)}).bytes_per_s;
}

Ceilings CeilingMeter::measured() const {
  Ceilings out{.cpu = cpu_,
               .cpu_memory = cpu_memory_.measured(),
               .gpu = gpu_,
               .gpu_memory = gpu_memory_ ? gpu_memory_->measured() : std::vector<MemoryCeiling>(),
               .links = links_,
               .arrivals = arrivals_};
  std::ranges::stable_sort(out.cpu, std::greater{}, &CpuFma::threads);
  return out;
}

}  // namespace heteroscope
