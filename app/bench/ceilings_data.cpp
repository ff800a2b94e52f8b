#include "app/bench/ceilings_data.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heteroscope {

namespace {

constexpr const char* copied = "Read and written";
constexpr const char* filled = "Written";

/// The first that was measured with so many threads is that of memory.
const MemoryCeiling& of_memory(const std::vector<MemoryCeiling>& measured, int threads) {
  return *std::ranges::find(measured, threads, &MemoryCeiling::threads);
}

void add_rates(Data& to, const MemoryCeiling& memory) {
  to.add("set_bytes", "set", "B", Hint::bytes, "In which it was measured", static_cast<std::int64_t>(memory.set_bytes));
  to.add("copy_bytes_per_s", "copy", "B/s", Hint::rate, copied, memory.rates.copy_bytes_per_s);
  to.add("fill_bytes_per_s", "fill", "B/s", Hint::rate, filled, memory.rates.fill_bytes_per_s);
}

/// "GPU 1, GPU 2".
std::string joined_names(const std::vector<Lane>& lanes) {
  std::string out;
  for (const Lane& each : lanes) out += (out.empty() ? "" : ", ") + name_of(each);
  return out;
}

void add_sets(const Data& to, const std::vector<MemoryCeiling>& measured) {
  for (std::size_t i = 0; i < measured.size(); ++i) {
    Data set = to.of(fmt::format("sets/{}", i));
    const int threads = measured[i].threads;
    set.add("threads", "threads", "Of the CPU", threads > 0 ? DatumValue(std::int64_t{threads}) : DatumValue());
    add_rates(set, measured[i]);
  }
}

void add_cpu(Data to, const Ceilings& ceilings) {
  const CpuFma& all = ceilings.cpu.front();
  const FmaRates& one = ceilings.cpu.back().rates;
  const MemoryRates& memory_of_one = of_memory(ceilings.cpu_memory, 1).rates;
  to.add("threads", "threads", "Of the CPU", std::int64_t{all.threads});
  add_rates(to, of_memory(ceilings.cpu_memory, all.threads));
  to.add("fma_fp32_per_s", "fma fp32", "fma/s", Hint::rate, "Multiply-adds", all.rates.fp32_per_s);
  to.add("fma_fp64_per_s", "fma fp64", "fma/s", Hint::rate, "Multiply-adds", all.rates.fp64_per_s);
  to.add("fma_fp32_per_s_one_thread", "fma fp32, one thread", "fma/s", Hint::rate, "Multiply-adds", one.fp32_per_s);
  to.add("fma_fp64_per_s_one_thread", "fma fp64, one thread", "fma/s", Hint::rate, "Multiply-adds", one.fp64_per_s);
  to.add("copy_bytes_per_s_one_thread", "copy, one thread", "B/s", Hint::rate, copied, memory_of_one.copy_bytes_per_s);
  to.add("fill_bytes_per_s_one_thread", "fill, one thread", "B/s", Hint::rate, filled, memory_of_one.fill_bytes_per_s);
  for (std::size_t i = 0; i < ceilings.cpu.size(); ++i) {
    Data fma = to.of(fmt::format("fma/{}", i));
    fma.add("threads", "threads", "Of the CPU", std::int64_t{ceilings.cpu[i].threads});
    fma.add("fp32_per_s", "fma fp32", "fma/s", Hint::rate, "Multiply-adds", ceilings.cpu[i].rates.fp32_per_s);
    fma.add("fp64_per_s", "fma fp64", "fma/s", Hint::rate, "Multiply-adds", ceilings.cpu[i].rates.fp64_per_s);
  }
  add_sets(to, ceilings.cpu_memory);
}

void add_gpu(Data to, const Ceilings& ceilings) {
  add_rates(to, of_memory(ceilings.gpu_memory, 0));
  to.add("fma_fp32_per_s", "fma fp32", "fma/s", Hint::rate, "Multiply-adds", ceilings.gpu->fp32_per_s);
  to.add("fma_fp64_per_s", "fma fp64", "fma/s", Hint::rate, "Multiply-adds", ceilings.gpu->fp64_per_s);
  add_sets(to, ceilings.gpu_memory);
}

}  // namespace

void add_ceilings(Data to, const Ceilings& ceilings) {
  if (ceilings.cpu.empty()) {
    to.add("cpu", "CPU", "None of its rows were measured", DatumValue());
  } else {
    add_cpu(to.of("cpu"), ceilings);
  }
  if (ceilings.gpu) {
    add_gpu(to.of("gpu"), ceilings);
  } else {
    to.add("gpu", "GPU", "None of its rows were measured", DatumValue());
  }
  for (std::size_t i = 0; i < ceilings.links.size(); ++i) {
    const MeasuredLink& each = ceilings.links[i];
    Data link = to.of(fmt::format("links/{}", i));
    link.add("from", "from", "The lane whose rows go over it", name_of(each.from));
    link.add("to", "to", "The GPU that brings them together", name_of({Processor::gpu, each.to}));
    link.add("bytes_per_s", "rate", "B/s", Hint::rate, "Of a large copy", each.rates.bytes_per_s);
    link.add("latency_s", "latency", "s", Hint::plain, "Of the smallest copy", each.rates.latency_s);
  }
  for (std::size_t i = 0; i < ceilings.arrivals.size(); ++i) {
    const MeasuredArrival& each = ceilings.arrivals[i];
    Data arrival = to.of(fmt::format("arrivals/{}", i));
    arrival.add("from", "from", "The lanes that send at the same time", joined_names(each.from));
    arrival.add("to", "to", "The GPU that brings their rows together", name_of({Processor::gpu, each.to}));
    arrival.add("bytes_per_s", "rate", "B/s", Hint::rate, "Of large copies, all together", each.bytes_per_s);
  }
}

}  // namespace heteroscope
