#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/memory/buffer.hpp"
#include "core/own/launch_parts.hpp"

namespace heteroscope {
namespace {

TEST(LaunchParts, HaveEveryOtherOneFirst) {
  EXPECT_EQ(launch_parts({3, 10}, 0), (std::vector<Rows>{{3, 10}}));
  EXPECT_EQ(launch_parts({3, 10}, 7), (std::vector<Rows>{{3, 10}}));
  EXPECT_EQ(launch_parts({3, 10}, 3), (std::vector<Rows>{{3, 6}, {9, 10}, {6, 9}}));
  EXPECT_EQ(launch_parts({0, 5}, 1), (std::vector<Rows>{{0, 1}, {2, 3}, {4, 5}, {1, 2}, {3, 4}}));
}

/// Arguments as a pass of an iteration has them.
struct WithRows {
  int width;
  Rows rows;
};
struct WithoutRows {
  int count;
};

std::vector<Rows> rows_launched(const AnyJob& job) {
  std::vector<Rows> out;
  constexpr auto pass = [](const AnyJob& any, const LaunchOwn& launch) {
    launch_over({8, any->rows.count()}, WithRows{8, any->rows}, launch);
  };
  launch_in_parts({.launches = pass}, job, [&](const OwnLaunch& each) {
    out.push_back(static_cast<const WithRows*>(each.arguments)->rows);
    EXPECT_EQ(each.cells.height, out.back().count());
    EXPECT_EQ(static_cast<const WithRows*>(each.arguments)->width, 8);
  });
  return out;
}

TEST(LaunchParts, AreOfJobsAndOfPasses) {
  const std::vector<Rows> parts{{2, 4}, {6, 7}, {4, 6}};
  MapJob map{{.rows = {2, 7}, .most_rows = 2}};
  EXPECT_EQ(rows_launched(map), parts);
  IterateJob iterate{{.rows = {2, 7}, .most_rows = 2}};
  EXPECT_EQ(rows_launched(iterate), parts);
  iterate.most_rows = 0;
  EXPECT_EQ(rows_launched(iterate), (std::vector<Rows>{{2, 7}}));
}

/// Rows may be the columns of a launch over one line.
TEST(LaunchParts, AreOfLines) {
  std::vector<Rows> parts;
  constexpr auto bodies = [](const AnyJob& any, const LaunchOwn& launch) {
    launch_over({any->rows.count(), 1}, WithRows{8, any->rows}, launch);
  };
  const IterateJob job{{.rows = {2, 7}, .most_rows = 2}};
  launch_in_parts({.launches = bodies}, job, [&](const OwnLaunch& each) {
    parts.push_back(static_cast<const WithRows*>(each.arguments)->rows);
    EXPECT_EQ(each.cells, (Size{parts.back().count(), 1}));
  });
  EXPECT_EQ(parts, (std::vector<Rows>{{2, 4}, {6, 7}, {4, 6}}));
}

/// A pass whose cells are no rows is launched whole.
TEST(LaunchParts, OfOtherCellsAreNone) {
  int launches = 0;
  constexpr auto bodies = [](const AnyJob& any, const LaunchOwn& launch) {
    launch_over({3, 1}, WithRows{8, any->rows}, launch);
    launch_over({8, any->rows.count()}, WithoutRows{8}, launch);
  };
  const IterateJob job{{.rows = {0, 7}, .most_rows = 2}};
  launch_in_parts({.launches = bodies}, job, [&](const OwnLaunch&) { ++launches; });
  EXPECT_EQ(launches, 2);
}

/// What is read around a buffer is no number, in either precision.
TEST(Guards, AreNoNumbers) {
  const Buffer buffer(MemoryKind::host, 16, Guards::around);
  const auto* const floats = static_cast<const float*>(buffer.host());
  const auto* const doubles = static_cast<const double*>(buffer.host());
  for (const int at : {1, 7, 100}) {
    EXPECT_TRUE(std::isnan(floats[-at]) && std::isnan(floats[3 + at]));
    EXPECT_TRUE(std::isnan(doubles[-at]) && std::isnan(doubles[1 + at]));
  }
  EXPECT_TRUE(buffer.has_whole_guards());
  static_cast<float*>(buffer.host())[4] = 1;
  EXPECT_FALSE(buffer.has_whole_guards());
}

}  // namespace
}  // namespace heteroscope
