#include "app/bench/row_data.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/results/fact_columns.hpp"

namespace heteroscope {

namespace {

/// The first that was measured with so many threads is that of memory.
const MemoryCeiling& of_memory(const std::vector<MemoryCeiling>& measured, int threads) {
  return *std::ranges::find(measured, threads, &MemoryCeiling::threads);
}

void add_rates(Data& to, const MemoryCeiling& memory) {
  to.add(column::ceiling::set_bytes, static_cast<std::int64_t>(memory.set_bytes));
  to.add(column::ceiling::copy_bytes_per_s, memory.rates.copy_bytes_per_s);
  to.add(column::ceiling::fill_bytes_per_s, memory.rates.fill_bytes_per_s);
}

/// "GPU 1, GPU 2".
std::string joined_names(const std::vector<Participant>& participants) {
  std::string out;
  for (const Participant& each : participants) out += (out.empty() ? "" : ", ") + name_of(each);
  return out;
}

void add_sets(const Data& to, const std::vector<MemoryCeiling>& measured) {
  for (std::size_t i = 0; i < measured.size(); ++i) {
    Data set = to.of(fmt::format("sets/{}", i));
    const int threads = measured[i].threads;
    set.add(column::ceilings::threads, threads > 0 ? DatumValue(std::int64_t{threads}) : DatumValue());
    add_rates(set, measured[i]);
  }
}

void add_cpu(Data to, const Ceilings& ceilings) {
  const CpuFma& all = ceilings.cpu.front();
  const FmaRates& one = ceilings.cpu.back().rates;
  const MemoryRates& memory_of_one = of_memory(ceilings.cpu_memory, 1).rates;
  to.add(column::ceilings::threads, std::int64_t{all.threads});
  add_rates(to, of_memory(ceilings.cpu_memory, all.threads));
  to.add(column::ceilings::fma_fp32_per_s, all.rates.fp32_per_s);
  to.add(column::ceilings::fma_fp64_per_s, all.rates.fp64_per_s);
  to.add(column::ceilings::fma_fp32_per_s_one_thread, one.fp32_per_s);
  to.add(column::ceilings::fma_fp64_per_s_one_thread, one.fp64_per_s);
  to.add(column::ceilings::copy_bytes_per_s_one_thread, memory_of_one.copy_bytes_per_s);
  to.add(column::ceilings::fill_bytes_per_s_one_thread, memory_of_one.fill_bytes_per_s);
  for (std::size_t i = 0; i < ceilings.cpu.size(); ++i) {
    Data fma = to.of(fmt::format("fma/{}", i));
    fma.add(column::ceilings::threads, std::int64_t{ceilings.cpu[i].threads});
    fma.add(column::ceilings::fp32_per_s, ceilings.cpu[i].rates.fp32_per_s);
    fma.add(column::ceilings::fp64_per_s, ceilings.cpu[i].rates.fp64_per_s);
  }
  add_sets(to, ceilings.cpu_memory);
}

void add_gpu(Data to, const Ceilings& ceilings) {
  add_rates(to, of_memory(ceilings.gpu_memory, 0));
  to.add(column::ceilings::fma_fp32_per_s, ceilings.gpu->fp32_per_s);
  to.add(column::ceilings::fma_fp64_per_s, ceilings.gpu->fp64_per_s);
  add_sets(to, ceilings.gpu_memory);
}

}  // namespace

void add_ceilings(Data to, const Ceilings& ceilings) {
  if (ceilings.cpu.empty()) {
    to.add(column::ceilings::cpu, DatumValue());
  } else {
    add_cpu(to.of("cpu"), ceilings);
  }
  if (ceilings.gpu) {
    add_gpu(to.of("gpu"), ceilings);
  } else {
    to.add(column::ceilings::gpu, DatumValue());
  }
  for (std::size_t i = 0; i < ceilings.links.size(); ++i) {
    const MeasuredLink& each = ceilings.links[i];
    Data link = to.of(fmt::format("links/{}", i));
    link.add(column::link::from, name_of(each.from));
    link.add(column::link::to, name_of({Processor::gpu, each.to}));
    link.add(column::link::bytes_per_s, each.rates.bytes_per_s);
    link.add(column::link::latency_s, each.rates.latency_s);
  }
  for (std::size_t i = 0; i < ceilings.arrivals.size(); ++i) {
    const MeasuredArrival& each = ceilings.arrivals[i];
    Data arrival = to.of(fmt::format("arrivals/{}", i));
    arrival.add(column::arrival::from, joined_names(each.from));
    arrival.add(column::arrival::to, name_of({Processor::gpu, each.to}));
    arrival.add(column::arrival::bytes_per_s, each.bytes_per_s);
  }
}

}  // namespace heteroscope
