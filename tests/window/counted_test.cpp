#include "app/measures/counted.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "app/measures/counted_frame.hpp"

namespace heteroscope {
namespace {

const Counted* find(const std::vector<Counted>& all, const std::string& id) {
  const auto found = std::ranges::find_if(all, [&](const Counted& each) { return each.measure.id == id; });
  return found != all.end() ? &*found : nullptr;
}

TEST(Counted, MakesRatiosOfSums) {
  const device::Counts counts{{"dram__bytes_read.sum", 3000},
                              {"dram__bytes_write.sum", 1000},
                              {"lts__t_sectors_lookup_hit.sum", 150},
                              {"lts__t_sectors_lookup_miss.sum", 50},
                              {"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 10},
                              {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 160},
                              {"smsp__warps_active.sum", 400},
                              {"smsp__cycles_active.sum", 50},
                              {"smsp__warps_issue_stalled_long_scoreboard.sum", 300},
                              {"smsp__warps_issue_stalled_selected.sum", 100}};
  const Work work{.operations = 7, .bytes = 2000};
  const auto all = counted(counts, &work);
  for (const char* each : {"dram_bytes", "l2_hits_percent", "load_sectors", "resident_warps", "warp_selected_percent"})
    ASSERT_NE(find(all, each), nullptr) << each;
  EXPECT_EQ(find(all, "dram_bytes")->measure.number(), 4000);
  EXPECT_EQ(find(all, "dram_bytes")->modeled, 2000);
  EXPECT_EQ(find(all, "l2_hits_percent")->measure.number(), 75);
  EXPECT_EQ(find(all, "load_sectors")->measure.number(), 16);
  EXPECT_EQ(find(all, "resident_warps")->measure.number(), 32);
  EXPECT_EQ(find(all, "warp_long_scoreboard_percent")->measure.number(), 75);
  EXPECT_EQ(find(all, "store_sectors"), nullptr) << "what was not counted is not there";
  // the reason that takes longest stands first
  EXPECT_EQ(all[all.size() - 2].measure.id, "warp_long_scoreboard_percent");
  EXPECT_EQ(all.back().measure.id, "warp_selected_percent");
}

TEST(Counted, NothingOfNothing) {
  EXPECT_TRUE(counted({}, nullptr).empty());
  // no load at all: a ratio of nothing to nothing
  EXPECT_TRUE(counted({{"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum", 0},
                       {"l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", 0}},
                      nullptr)
                  .empty());
}

TEST(Counted, NewerChipsCallMemoryOtherwise) {
  const auto all = counted({{"dram__bytes_op_read.sum", 5}, {"dram__bytes_op_write.sum", 6}}, nullptr);
  ASSERT_NE(find(all, "dram_bytes"), nullptr);
  EXPECT_EQ(find(all, "dram_bytes")->measure.number(), 11);
  EXPECT_FALSE(find(all, "dram_bytes")->modeled);
}

TEST(Counted, ReadsOnlyWhatItAsksFor) {
  // every counter that a measure is made of is among those that are asked for: all of them counted, all measures exist
  device::Counts counts;
  for (const std::string& each : counter_names()) counts[each] = 1;
  const auto all = counted(counts, nullptr);
  std::set<std::string> ids;
  for (const Counted& each : all) EXPECT_TRUE(ids.insert(each.measure.id).second) << each.measure.id;
  EXPECT_EQ(all.size(), 19U + 19U) << "measures, and what warps wait for";
}

TEST(Counted, StandsBelowTheRoofInTheTimeOfTheRun) {
  CountedColumn column{"all", {}};
  EXPECT_FALSE(counted_point(column, 1e9));
  column.measures = {{{.id = "dram_bytes", .value = 4000}, 2000}, {{.id = "operations", .value = 800}, {}}};
  // the model's 2000 bytes at 1 GB/s are 2 µs
  const auto point = counted_point(column, 1e9);
  ASSERT_TRUE(point);
  EXPECT_DOUBLE_EQ(point->bytes_per_s, 2e9);
  EXPECT_DOUBLE_EQ(point->fma_per_byte, 0.2);
  EXPECT_DOUBLE_EQ(point->fma_per_s, 0.4e9);
  EXPECT_FALSE(counted_point(column, 1e9, "l2_bytes"));
  column.measures.push_back({{.id = "l2_bytes", .value = 8000}, {}});
  const auto of_l2 = counted_point(column, 1e9, "l2_bytes");
  ASSERT_TRUE(of_l2);
  EXPECT_DOUBLE_EQ(of_l2->fma_per_byte, 0.1);
  EXPECT_DOUBLE_EQ(of_l2->fma_per_s, 0.4e9) << "the same work in the same time";
}

/// A kernel with 64 registers, in blocks of 256 threads.
NotedKernel kernel() {
  return {.stage = 0,
          .kernel = {"blur::strips<float>", {.registers = 64, .static_shared = 1000, .local_bytes = 8}},
          .launch = {.grid = {12, 3, 1}, .block = {256, 1, 1}, .dynamic_shared = 24},
          .launches = 2};
}

TEST(Counted, KernelsHaveLinesOfTheirOwn) {
  const device::MultiprocessorLimits limits{.shared_bytes = 100 << 10};
  EXPECT_EQ(line_of(kernel(), limits).limit, "registers");
  // below what was counted
  EXPECT_EQ(counters_csv({}, {kernel()}, limits),
            "of,launches,grid,block,registers,local_bytes,shared_bytes,blocks_at_once,occupancy_percent,limited_by\n"
            "blur::strips<float>,2,12 x 3,256,64,8,1024,4,50,registers\n");
}

TEST(Counted, AddsUp) {
  EXPECT_EQ(sum_of({{{"a", 1}, {"b", 2}}, {{"b", 3}}}), (device::Counts{{"a", 1}, {"b", 5}}));
}

}  // namespace
}  // namespace heteroscope
