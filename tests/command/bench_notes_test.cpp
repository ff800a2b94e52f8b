#include "app/analysis/tables/notes.hpp"

#include <gtest/gtest.h>

#include "app/analysis/reading.hpp"
#include "app/analysis/tables/tables.hpp"
#include "app/bench/data.hpp"
#include "app/bench/row_data.hpp"
#include "app/results/data.hpp"
#include "app/results/machine.hpp"
#include "kernels/registry.hpp"

/// What a report says beneath its table, of rows that are made up.
namespace heteroscope {
namespace {

BenchRow row_of(Precision precision, Processor processor, Summary result) {
  BenchRow row;
  row.what.settings = default_settings(find_workload(catalog(), "heat"));
  row.what.scene = "sine";
  row.what.settings.problem.precision = precision;
  row.what.settings.execution.processor = processor;
  row.size = {10, 10};
  row.steps = 500;
  row.result = result;
  return row;
}

constexpr Summary plain{.zeros = 36, .count = 100};
constexpr Summary decayed{.zeros = 36, .subnormals = 64, .count = 100};
constexpr Summary gone{.zeros = 100, .count = 100};

std::string notes_of(const Bench& bench) {
  return markdown(decay_notes(result_of(bench, find_workload(catalog(), "heat"))));
}

TEST(BenchNotes, NothingWhereNothingDecayed) {
  Bench bench;
  bench.rows = {row_of(Precision::fp32, Processor::cpu, plain), row_of(Precision::fp64, Processor::gpu, plain)};
  EXPECT_EQ(notes_of(bench), "");
  // a workload that does not iterate may well be 0 everywhere
  bench.rows.front().steps = 0;
  bench.rows.front().result = gone;
  EXPECT_EQ(notes_of(bench), "");
}

TEST(BenchNotes, EachProblemOnceAndTheCostOnlyOfTheCpu) {
  Bench bench;
  for (const Precision precision : {Precision::fp32, Precision::fp64}) {
    for (int i = 0; i < 3; ++i) bench.rows.push_back(row_of(precision, Processor::gpu, decayed));
  }
  EXPECT_EQ(notes_of(bench),
            "sine, 500 steps in fp32: 64 % of the values are subnormal numbers at the end of each run.\n"
            "\nsine, 500 steps in fp64: 64 % of the values are subnormal numbers at the end of each run.\n");
  bench.rows[1].what.settings.execution.processor = Processor::cpu;
  const std::string text = notes_of(bench);
  const std::size_t cost = text.find("each run; ");
  ASSERT_NE(cost, std::string::npos);
  EXPECT_LT(cost, text.find("fp64")) << "the CPU has no row in fp64";
  EXPECT_EQ(text.find("each run; ", cost + 1), std::string::npos);
  EXPECT_NE(text.find("this CPU", cost), std::string::npos);
}

TEST(BenchNotes, AllZerosCameThroughSubnormalNumbers) {
  Bench bench;
  bench.rows = {row_of(Precision::fp32, Processor::gpu, gone)};
  EXPECT_EQ(notes_of(bench),
            "sine, 500 steps in fp32: all values are 0 at the end of each run; on the way there they "
            "were subnormal numbers.\n");
}

std::string set_of(const BenchRow& row) {
  Bench bench;
  bench.rows = {row};
  return set_text(result_of(bench, find_workload(catalog(), "heat")).rows.front());
}

TEST(BenchNotes, SetsOfBothSides) {
  BenchRow row = row_of(Precision::fp32, Processor::split, plain);
  EXPECT_EQ(set_of(row), "");
  row.cpu_ceiling = HeldAgainst{.memory = {.threads = 2, .set_bytes = 8 << 20}};
  EXPECT_EQ(set_of(row), "8.39 MB");
  row.gpu_ceiling = HeldAgainst{.memory = {.set_bytes = std::size_t{2} << 30}};
  EXPECT_EQ(set_of(row), "8.39 MB + 2.15 GB");
}

TEST(BenchNotes, CeilingsByThreadsAndSetTheLargestFirst) {
  const Ceilings ceilings{.cpu = {{.threads = 4, .rates = {4e9, 2e9}}, {.threads = 1, .rates = {1e9, 5e8}}},
                          .cpu_memory = {{4, 512 << 20, {4e10, 2e10}},
                                         {1, 512 << 20, {1e10, 5e9}},
                                         {4, 4096, {3e9, 3e9}},
                                         {4, 1 << 20, {9e11, 8e11}}},
                          .gpu = FmaRates{3e13, 1.5e13},
                          .gpu_memory = {{0, std::size_t{2} << 30, {4e12, 4.5e12}}}};
  Result result;
  add_ceilings(Data(result.facts).of("ceilings"), ceilings);
  EXPECT_EQ(ceilings_table(result).markdown(),
            "| ceiling        |     set |      copy |      fill |    fma fp32 |    fma fp64 |\n"
            "| -------------- | ------: | --------: | --------: | ----------: | ----------: |\n"
            "| cpu, 4 threads |  537 MB | 40.0 GB/s | 20.0 GB/s | 4.00 Gfma/s | 2.00 Gfma/s |\n"
            "| cpu, 4 threads | 1.05 MB |  900 GB/s |  800 GB/s |             |             |\n"
            "| cpu, 4 threads | 4.10 kB | 3.00 GB/s | 3.00 GB/s |             |             |\n"
            "| cpu, 1 thread  |  537 MB | 10.0 GB/s | 5.00 GB/s | 1.00 Gfma/s |  500 Mfma/s |\n"
            "| gpu            | 2.15 GB | 4.00 TB/s | 4.50 TB/s | 30.0 Tfma/s | 15.0 Tfma/s |\n");
}

/// The GPU's by what the driver tells of it, beside made-up ceilings.
TEST(BenchNotes, PeaksStandBesideCeilings) {
  const Ceilings ceilings{.cpu = {{.threads = 4, .rates = {4e9, 2e9}}, {.threads = 1, .rates = {1.2e9, 6e8}}},
                          .cpu_memory = {{4, 512 << 20, {4e10, 2e10}}, {1, 512 << 20, {1e10, 5e9}}},
                          .gpu = FmaRates{4e11, 1.6e11},
                          .gpu_memory = {{0, std::size_t{2} << 30, {1.2e10, 4.5e9}}}};
  Result result;
  Data to(result.facts);
  add_ceilings(to.of("ceilings"), ceilings);
  device::Facts gpu;
  gpu.available = true;
  gpu.major = 9;
  gpu.multiprocessors = 4;
  gpu.clock_khz = gpu.memory_clock_khz = 1000000;
  gpu.memory_bus_bits = 64;
  gpu.fp32_per_fp64 = 2;
  to.of("machine").add(data_of(this_machine(gpu)));
  // a clock of 300 MHz and vectors of 2: one thread's 0.6 G are one unit's, and the peak is 0.6 G a thread
  to.of("theory").add({"clock_hz", "clock", ""}, 3e8);
  to.of("theory").add({"fp64_lanes", "lanes", ""}, std::int64_t{2});
  to.of("theory").add({"cores", "cores", ""}, std::int64_t{4});
  EXPECT_EQ(std::get<TextTable>(peaks_table(result).front()).markdown(),
            "| in theory      |    fma fp32 | reached |    fma fp64 | reached | fp32 : fp64 | measured | memory bus | "
            "reached |\n"
            "| -------------- | ----------: | ------: | ----------: | ------: | ----------: | -------: | ---------: | "
            "------: |\n"
            "| cpu, 4 threads | 4.80 Gfma/s |  83.3 % | 2.40 Gfma/s |  83.3 % |           2 |        2 |    unknown | "
            "        |\n"
            "| cpu, 1 thread  | 1.20 Gfma/s | 100.0 % |  600 Mfma/s | 100.0 % |           2 |        2 |    unknown | "
            "        |\n"
            "| gpu            |  512 Gfma/s |  78.1 % |  256 Gfma/s |  62.5 % |           2 |      2.5 |  16.0 GB/s | "
            " 75.0 % |\n");
  device::Facts silent;
  silent.available = true;
  Result other;
  Data to_other(other.facts);
  add_ceilings(to_other.of("ceilings"), ceilings);
  to_other.of("machine").add(data_of(this_machine(silent)));
  const auto rows = std::get<TextTable>(peaks_table(other).front()).rows();
  ASSERT_EQ(rows.size(), 3U);
  for (const auto& [row, column] : {std::pair{0U, 1U}, {0U, 3U}, {0U, 7U}, {2U, 1U}, {2U, 3U}, {2U, 5U}, {2U, 7U}})
    EXPECT_EQ(rows[row][column], "unknown") << row << ' ' << column;
  EXPECT_EQ(rows[2][6], "2.5") << "measured all the same";
  EXPECT_TRUE(peaks_table(Result{}).empty());
}

void share_out(Plan& plan, const Execution& execution) {
  plan.settings.execution = execution;
  plan.participants = participants_of(execution, device::Facts{});
  plan.parts = partition(plan);
}

/// A fake of a plan is enough: what is touched follows from the work and who does it.
TEST(BenchNotes, TouchedIsTheStatesPlanesAtMost) {
  Iteration iteration;
  iteration.planes = [](const std::any&) { return 2; };
  iteration.spares = [](const std::any&) { return 1; };
  Workload workload;
  workload.stages.resize(1);
  Plan plan;
  plan.workload = &workload;
  plan.state = plan.output = {{10, 100}, Precision::fp32};
  const Stage stage;
  plan.stages = {{.stage = &stage}};
  share_out(plan, {.processor = Processor::cpu});
  const Work work{.bytes = 1e6};
  EXPECT_EQ(touched_by(plan, work, 0, 3).cpu_bytes, 1e6);
  EXPECT_EQ(touched_by(plan, work, 0, 3).threads, 3);
  EXPECT_EQ(touched_by(plan, work, 0, 3).gpu_bytes, 0);
  workload.stages = {{.kind = iteration}};
  EXPECT_EQ(touched_by(plan, work, 500, 3).cpu_bytes, 2000) << "a step's";
  EXPECT_EQ(touched_by(plan, work, 10, 3).cpu_bytes, 3 * 4000) << "three planes, however often they are read";
  share_out(plan, {.processor = Processor::gpu});
  EXPECT_EQ(touched_by(plan, work, 500, 0).gpu_bytes, 2000);
  EXPECT_EQ(touched_by(plan, work, 500, 0).cpu_bytes, 0);
  share_out(plan, {.processor = Processor::split, .shares = {0.75}});
  EXPECT_EQ(touched_by(plan, work, 500, 2).gpu_bytes, 1500);
  EXPECT_EQ(touched_by(plan, work, 500, 2).cpu_bytes, 500);
}

}  // namespace
}  // namespace heteroscope
