#include "app/scope/lens.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/model/settings/settings.hpp"
#include "core/model/settings/source.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

WarpAccess lens_access(Access access, int bytes, const std::vector<std::uint64_t>& addresses, Manner manner = {}) {
  WarpAccess out{.access = access, .array = "a", .bytes = bytes, .manner = manner, .lanes = {}};
  for (std::size_t i = 0; i < addresses.size(); ++i) out.lanes.push_back({static_cast<int>(i), addresses[i]});
  return out;
}

TEST(Lens, SectorsKnowWhichLaneAsksForWhichWord) {
  const auto sectors = touched_sectors(lens_access(Access::global_load, 8, {0, 24, 128, 128}));
  ASSERT_EQ(sectors.size(), 2U);
  EXPECT_EQ(sectors[0].lanes, (std::array<int, 8>{1, 1, 0, 0, 0, 0, 2, 2}));
  EXPECT_EQ(sectors[1].number, 4U);
  EXPECT_EQ(sectors[1].line(), 1U);
  EXPECT_EQ(sectors[1].lanes, (std::array<int, 8>{3, 3, 0, 0, 0, 0, 0, 0})) << "the first of two lanes";
}

TEST(Lens, BanksServeOneWordAfterTheOther) {
  // lanes 0 and 2 want different words of bank 0, lane 3 the same as lane 2
  const auto words = banked_words(lens_access(Access::shared_load, 4, {0, 4, 128, 128}));
  ASSERT_EQ(words.size(), 3U);
  EXPECT_EQ(words[0].bank, 0);
  EXPECT_EQ(words[0].turn, 0);
  EXPECT_EQ(words[2].bank, 0);
  EXPECT_EQ(words[2].turn, 1);
  EXPECT_EQ(words[2].lane, 2);
  // an addition is made lane by lane, increments of a word together
  EXPECT_EQ(banked_words(lens_access(Access::shared_atomic, 4, {0, 0, 0})).back().turn, 2);
  EXPECT_EQ(banked_words(lens_access(Access::shared_atomic, 4, {0, 0, 0}, Manner::increment)).size(), 1U);
}

TEST(Lens, WordsAndPassesAreThoseOfTheModel) {
  // 16 bytes a lane: quarters of the warp
  std::vector<std::uint64_t> addresses;
  for (std::uint64_t lane = 0; lane < 32; ++lane) addresses.push_back(lane * 48);
  const WarpAccess access = lens_access(Access::shared_store, 16, addresses);
  int most = 0;
  for (const BankedWord& each : banked_words(access)) most = std::max(most, each.turn + 1);
  EXPECT_EQ(4 * most, passes_of(access)) << "all quarters are alike";
}

Settings settings_of(const char* workload, const char* variant, BlockShape block) {
  Settings out = default_settings(find_workload(catalog(), workload));
  out.problem.size = {100, 70};
  out.problem.source = parse_source("noise:1", catalog());
  out.execution.processor = Processor::cpu;
  out.execution.variants[std::string(find_workload(catalog(), workload).stages.back().id)].gpu = variant;
  out.execution.block = block;
  return out;
}

TEST(Lens, ShowsTheWarpOfACell) {
  const Settings settings = settings_of("transpose", "cuda_global", {8, 32});
  const Planned planned = plan(settings, catalog(), device::all());
  ASSERT_TRUE(planned) << planned.refusal;
  EXPECT_EQ(why_no_lens(*planned.plan, settings.execution), "");
  const auto of = lens_of(*planned.plan, settings.execution);
  ASSERT_TRUE(of);
  EXPECT_EQ(of->problem.block, (BlockShape{8, 32}));
  const AccessPattern pattern = of->variant->make(of->problem);
  const auto lens = look(pattern, 5, 9);
  ASSERT_TRUE(lens);
  EXPECT_EQ(lens->cells.size(), 32U);
  EXPECT_TRUE(std::ranges::any_of(lens->cells, [](const LaneCell& each) { return each.x == 5 && each.y == 9; }));
  ASSERT_EQ(lens->groups.size(), 2U);
  EXPECT_EQ(words_of(lens->groups[0]), "loads input");
  EXPECT_EQ(words_of(lens->groups[1]), "stores result");
  EXPECT_EQ(lens->groups[0].instructions, 1);
  // eight values of 8 bytes side by side in each of four rows
  EXPECT_DOUBLE_EQ(lens->groups[0].used(), 256.0 / (32 * lens->groups[0].sectors));
  EXPECT_EQ(lens->read_array, "input");
  // each lane reads the cell whose place is its own with x and y exchanged
  std::set<std::pair<int, int>> computed;
  for (const LaneCell& each : lens->cells) computed.insert({each.x, each.y});
  ASSERT_EQ(lens->reads.size(), 32U);
  for (const LensRead& each : lens->reads) EXPECT_TRUE(computed.contains({each.y, each.x}));
  // the lines of 16 values of 8 bytes in which they lie
  std::set<int> lines;
  for (const LensRead& each : lens->reads) lines.insert((each.y * 100 + each.x) / 16);
  std::set<int> beside;
  for (const Patch& each : lens->neighbors) {
    EXPECT_EQ(each.height, 1);
    EXPECT_LE(each.x + each.width, 100);
    for (int x = each.x; x < each.x + each.width; ++x) {
      EXPECT_TRUE(beside.insert(each.y * 100 + x).second) << "each cell once";
      EXPECT_TRUE(lines.contains((each.y * 100 + x) / 16));
    }
  }
  EXPECT_EQ(beside.size(), 16 * lines.size()) << "no line is the last one, which is not full";
  EXPECT_EQ(first_byte(lens->groups[0]) % 8, 0U);
}

TEST(Lens, WritesEveryLanesAddress) {
  AccessPattern pattern;
  pattern.work = [](const WarpPlace&) {
    WarpWork out;
    out.accesses.push_back({.access = Access::global_load, .array = "input", .bytes = 8, .lanes = {{0, 64}, {3, 96}}});
    out.accesses.push_back({.access = Access::shared_store, .array = "tile", .bytes = 4, .lanes = {{1, 132}}});
    return out;
  };
  EXPECT_EQ(lens_csv(pattern, {}),
            "instruction,access,array,lane,bytes,address,sector,bank\n"
            "0,global_load,input,0,8,64,2,\n"
            "0,global_load,input,3,8,96,3,\n"
            "1,shared_store,tile,1,4,132,,1\n");
}

TEST(Lens, SaysWhatIsNotModeled) {
  Settings settings = settings_of("transpose", "cublas_geam", {});
  const Planned planned = plan(settings, catalog(), device::all());
  ASSERT_TRUE(planned) << planned.refusal;
  EXPECT_EQ(why_no_lens(*planned.plan, settings.execution),
            "the kernels of cublas_geam come from a library, so that their memory accesses are not known; the "
            "modeled variants are: cuda_global, cuda_shared, cuda_shared_padded, cuda_vectorised");
  EXPECT_FALSE(lens_of(*planned.plan, settings.execution));
  settings = settings_of("histogram", "cuda_private", {});
  const Planned intricate = plan(settings, catalog(), device::all());
  ASSERT_TRUE(intricate) << intricate.refusal;
  EXPECT_EQ(why_no_lens(*intricate.plan, settings.execution),
            "the memory accesses of cuda_private are not modeled: a model would be as long as the "
            "kernel itself; the modeled variants are: cuda_global_atomic, cuda_shared");
  Settings other = default_settings(find_workload(catalog(), "mandelbrot"));
  other.execution.processor = Processor::cpu;
  const Planned of_other = plan(other, catalog(), device::all());
  ASSERT_TRUE(of_other) << of_other.refusal;
  EXPECT_EQ(why_no_lens(*of_other.plan, other.execution), "the memory accesses of Mandelbrot set are not modeled");
}

}  // namespace
}  // namespace heteroscope
