#include <gtest/gtest.h>

#include <any>
#include <string>

#include "core/base/error.hpp"
#include "kernels/triangle/workload.hpp"
#include "tests/unit/refused.hpp"

/// What a triangle says of itself.
namespace heteroscope::triangle {
namespace {

TEST(TriangleWorkload, WritesTheCellsOnAndBelowTheDiagonal) {
  const std::any p = workload.bind({{"n", 32768}});
  const Extent out = workload.output(p, {}, Precision::fp32);
  EXPECT_EQ(out.size, (Size{32768, 32768}));
  EXPECT_EQ(out.domain, Domain::lower_triangle);
  const Work work = workload.work(p, out.size, Precision::fp32, {});
  EXPECT_EQ(work.operations, 536887296.0);  // 16384 · 32769
  EXPECT_EQ(work.bytes, 4 * 536887296.0);
  EXPECT_TRUE(work.only_writes);
}

TEST(TriangleWorkload, RefusesWhatIsNoTriangle) {
  const auto refusal = [](const Values& values) {
    return heteroscope::testing::refusal([&] { workload.bind(values); });
  };
  EXPECT_EQ(refusal({{"n", 1}, {"radius", 0}, {"work", 0}, {"cost", 3}}), "(nothing thrown)");
  for (const Values& bad : {Values{{"n", 0}},
                            {{"n", 131073}},
                            {{"radius", 0.26}},
                            {{"cost", 4}},
                            {{"work", -1}},
                            {{"time", -1}},
                            {{"cutoff", 0}},
                            {{"max_depth", 13}}}) {
    EXPECT_NE(refusal(bad).find(bad.begin()->first), std::string::npos) << bad.begin()->first;
  }
}

}  // namespace
}  // namespace heteroscope::triangle
