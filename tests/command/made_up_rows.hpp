#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/bench/data.hpp"
#include "kernels/registry.hpp"

/// Measurements that were made up, so that what is said and drawn of them can be checked without a GPU.
namespace heteroscope::made_up {

/// What a measured row is of, and its time.
struct MadeUp {
  std::string workload, scene, variant;
  Processor processor = Processor::cpu;
  int side = 256;
  double ms = 1;
  int threads = 1;
  BlockShape block{};
  bool reference = false;
  double others = 0;  ///< what other programs took of what computes it
};

/// Known to half a percent; a million operations of 4 multiply-adds on a million bytes.
inline BenchRow row_of(const MadeUp& of) {
  BenchRow row;
  row.what.scene = of.scene;
  row.what.variant = of.variant;
  row.what.reference = of.reference;
  row.what.settings = default_settings(find_workload(catalog(), of.workload));
  row.what.settings.problem.precision = Precision::fp32;
  row.what.settings.problem.size = {of.side, of.side};
  row.what.settings.execution.processor = of.processor;
  row.size = {of.side, of.side};
  row.threads = of.processor == Processor::gpu ? 0 : of.threads;
  row.block = of.block;
  row.ms = statistics(std::vector{0.99 * of.ms, of.ms, 1.01 * of.ms});
  row.interval = Interval{0.995 * of.ms, 1.005 * of.ms};
  (of.processor == Processor::gpu ? row.others.gpu : row.others.cpu) = of.others;
  row.work = {.operations = 1e6, .unit = "things", .fma_per_operation = 4, .bytes = 1e6};
  row.operations_per_s = row.work.operations / of.ms * 1e3;
  row.bytes_per_s = row.work.bytes / of.ms * 1e3;
  const HeldAgainst held{.memory = {.threads = of.threads, .set_bytes = 1 << 20, .rates = {2e10, 1e10}},
                         .fma_per_s = 8e9};
  (of.processor == Processor::gpu ? row.gpu_ceiling : row.cpu_ceiling) = held;
  return row;
}

inline Bench bench_of(const std::vector<MadeUp>& rows) {
  Bench out;
  out.title = rows.front().workload;
  for (const MadeUp& each : rows) out.rows.push_back(row_of(each));
  out.ceilings.cpu = {{.threads = 4, .rates = {8e9, 4e9}}, {.threads = 1, .rates = {2e9, 1e9}}};
  out.ceilings.cpu_memory = {{.threads = 4, .set_bytes = 1 << 28, .rates = {1e10, 5e9}},
                             {.threads = 1, .set_bytes = 1 << 28, .rates = {5e9, 2e9}}};
  return out;
}

inline Result result_of(const Bench& bench) {
  return heteroscope::result_of(bench, find_workload(catalog(), bench.rows.front().what.settings.problem.workload));
}

inline Result result_of(const std::vector<MadeUp>& rows) {
  return result_of(bench_of(rows));
}

/// 8x8 takes 4 ms, 16x16 takes 1 ms, and 32x8 cannot be told from that.
inline std::vector<MadeUp> blocks() {
  std::vector<MadeUp> out;
  for (const auto& [block, ms] : {std::pair{BlockShape{8, 8}, 4.0},
                                  {BlockShape{16, 16}, 1.0},
                                  {BlockShape{32, 8}, 1.004},
                                  {BlockShape{32, 16}, 2.0}})
    out.push_back({"heat", "large", "cuda_global", Processor::gpu, 256, ms, 0, block});
  return out;
}

/// By Amdahl's law with a tenth that is serial.
inline std::vector<MadeUp> threads() {
  std::vector<MadeUp> out{{"mandelbrot", "full", "sequential", Processor::cpu, 256, 10, 1, {}, true}};
  for (const int count : {1, 2, 4})
    out.push_back({"mandelbrot", "full", "omp_dynamic", Processor::cpu, 256, 10 * (0.1 + 0.9 / count), count});
  return out;
}

}  // namespace heteroscope::made_up
