#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "app/analysis/claims/published.hpp"
#include "core/model/workload.hpp"
#include "kernels/registry.hpp"
#include "kernels/suites.hpp"

/// The times of the seed's tables 6.1 to 6.10, and the percentages that it works out from them.
namespace heteroscope {
namespace {

const Suite& triangle_suite() {
  return **std::ranges::find(suites(), std::string_view("triangle"), &Suite::id);
}

const Published& published() {
  return *published_of(triangle_suite());
}

std::vector<double> column(const PublishedTable& table, std::size_t block) {
  std::vector<double> out;
  for (const PublishedTable::Row& row : table.rows) out.push_back(row.ms.at(block));
  return out;
}

double sum(const std::vector<double>& values) {
  double out = 0;
  for (const double each : values) out += each;
  return out;
}

const PublishedTable& table(std::string_view id) {
  return *std::ranges::find(published().tables, id, &PublishedTable::id);
}

/// Sums of the columns, by a program that read the tables out of the seed's text.
TEST(Published, ColumnsAddUpToTheSeeds) {
  const std::map<std::string_view, std::vector<double>> sums{
      {"6.1", {77.829848, 63.508022, 69.437244}}, {"6.2", {28.592826, 20.500994, 21.159557}},
      {"6.3", {66.862267, 23.219832, 25.577682}}, {"6.4", {17.827245, 8.870124, 9.622322}},
      {"6.5", {33.529784, 23.955470, 23.690633}}, {"6.6", {10.351973, 8.104375, 8.224230}},
      {"6.7", {33.937956, 16.067280, 18.458372}}, {"6.8", {10.550201, 8.131504, 8.214813}},
      {"6.9", {33.971988, 27.388697, 26.997818}}, {"6.10", {10.557415, 8.130023, 8.216010}}};
  ASSERT_EQ(published().tables.size(), sums.size());
  for (const PublishedTable& each : published().tables) {
    SCOPED_TRACE(each.id);
    ASSERT_TRUE(sums.contains(each.id));
    for (std::size_t block = 0; block < 3; ++block) {
      EXPECT_NEAR(sum(column(each, block)), sums.at(each.id)[block], 5e-7);
    }
  }
}

/// Nine sides on the workstation, eight on the desktop computer, in the order of the suite's scenes.
TEST(Published, TablesHaveARowForEachSide) {
  EXPECT_EQ(published().machines(), (std::vector<std::string_view>{"Tesla K40c", "GTX 960"}));
  const Workload& workload = find_workload(catalog(), "triangle");
  for (const PublishedTable& each : published().tables) {
    SCOPED_TRACE(each.id);
    ASSERT_EQ(each.rows.size(), each.machine == "GTX 960" ? 8U : 9U);
    for (std::size_t i = 0; i < each.rows.size(); ++i) {
      EXPECT_EQ(each.rows[i].scene, triangle_suite().scenes[i].id);
      EXPECT_EQ(each.rows[i].scene, std::to_string(128 << i));
      EXPECT_EQ(each.rows[i].ms.size(), triangle_suite().blocks.size());
    }
    EXPECT_NE(workload.stages.front().find(each.variant), nullptr);
    EXPECT_EQ(published().find(each.variant, each.machine), &each);
  }
  EXPECT_EQ(published().find("cuda_rb", "GTX 960"), nullptr);
}

/// The seed cuts its percentages off after two decimals, and works with times of more digits than it prints.
TEST(Published, SavedShareGivesTheSeedsPercentages) {
  for (const PublishedTable& each : published().tables) {
    SCOPED_TRACE(each.id);
    ASSERT_EQ(each.saved_percent.size(), 2U);
    for (std::size_t block = 1; block < 3; ++block) {
      if (each.id == "6.9" && block == 2) continue;
      EXPECT_NEAR(100 * saved_share(column(each, block - 1), column(each, block)), each.saved_percent[block - 1],
                  0.0105);
    }
  }
  EXPECT_NEAR(100 * saved_share(column(table("6.1"), 0), column(table("6.1"), 1)), 18.40, 0.005);
}

/// In table 6.9 one time is printed for two sides. The seed's percentage tells what the second was, about: it asks for
/// a sum of (1 - 0.0137) 27.388697 = 27.0135 ms or up to 0.01 % less, which is 0.013 to 0.0157 ms more than the
/// printed ones have.
TEST(Published, TheRepeatedTimeIsASlip) {
  const PublishedTable& slip = table("6.9");
  EXPECT_EQ(slip.rows[2].ms[2], 0.016629);
  EXPECT_EQ(slip.rows[3].ms[2], 0.016629);
  EXPECT_FALSE(slip.note.empty());
  std::vector<double> after = column(slip, 2);
  EXPECT_NEAR(100 * saved_share(column(slip, 1), after), 1.427, 0.001);
  after[3] += 0.0145;
  EXPECT_NEAR(100 * saved_share(column(slip, 1), after), 1.375, 0.005);
}

/// "un promedio de 1.785 ms … versus un 2.5799 ms para el Bounding Box", and 2.6617 ms, which it gives to fr_basic.
TEST(Published, MeansOfTheSeedsConclusion) {
  EXPECT_NEAR(sum(column(table("6.7"), 1)) / 9, 1.785, 0.0005);
  EXPECT_NEAR(sum(column(table("6.3"), 1)) / 9, 2.5799, 0.0001);
  EXPECT_NEAR(sum(column(table("6.5"), 1)) / 9, 2.6617, 0.0001);
  EXPECT_NEAR(sum(column(table("6.9"), 1)) / 9, 3.0432, 0.0001);
}

TEST(TriangleSuite, TheMappingsGoOverTheSeedsSides) {
  EXPECT_EQ(triangle_suite().axis, "n");
  EXPECT_EQ(triangle_suite().scenes.size(), 9U);
  for (const SuiteScene& each : triangle_suite().scenes) {
    EXPECT_EQ(each.values.size(), 1U);
    EXPECT_EQ(std::to_string(static_cast<int>(each.values.at("n"))), each.id);
  }
  EXPECT_EQ(triangle_suite().blocks, (std::vector<BlockShape>{{8, 8}, {16, 16}, {32, 32}}));
  EXPECT_EQ(triangle_suite().precisions, std::vector{Precision::fp32});
  EXPECT_TRUE(triangle_suite().variants.empty()) << "the workload's own list is the only one";
  EXPECT_NE(find_workload(catalog(), triangle_suite().workload).stages.front().find(triangle_suite().baseline),
            nullptr);
}

/// 5e10 multiply-adds are worth waiting for: n = 32768 has 5.37e8 cells, so 93 a cell.
TEST(TriangleSuite, HeavyCellsOnTheCpuEndSomewhere) {
  const Workload& workload = find_workload(catalog(), "triangle");
  const auto why = [&](double cost, double work, Processor processor) {
    return triangle_suite().too_long(workload.bind({{"n", 32768}, {"cost", cost}, {"work", work}}), Precision::fp32,
                                     processor);
  };
  constexpr double distance = 1;
  constexpr double heavy = 3;
  EXPECT_EQ(why(distance, 4096, Processor::cpu), "");
  EXPECT_EQ(why(heavy, 93, Processor::cpu), "");
  EXPECT_NE(why(heavy, 94, Processor::cpu), "");
  EXPECT_EQ(why(heavy, 4096, Processor::gpu), "");
}

}  // namespace
}  // namespace heteroscope
