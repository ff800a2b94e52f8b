#include "core/trace/joined_traces.hpp"

#include <gtest/gtest.h>

#include "core/trace/coverage.hpp"

namespace heteroscope {
namespace {

constexpr Size joined_size{8, 6};

/// A trace of some rows in one span, from one time to another.
Trace trace_of(Rows rows, std::uint64_t begin_ns, std::uint64_t end_ns) {
  Trace out;
  out.passes.push_back({.name = "rows", .stage = 0, .space = joined_size, .regions = {{{0, joined_size.width}, rows}}});
  out.launches.push_back({.kind = SpanKind::thread, .shape = {.wraps = true}});
  const auto width = static_cast<std::uint64_t>(joined_size.width);
  out.spans.push_back(
      {.cells = {static_cast<std::uint64_t>(rows.begin) * width, static_cast<std::uint64_t>(rows.count()) * width},
       .start_ns = begin_ns,
       .end_ns = end_ns});
  out.begin_ns = begin_ns;
  out.end_ns = end_ns;
  return out;
}

TEST(JoinedTraces, OfOneAnothersRowsAreOnePass) {
  Trace all = trace_of({0, 2}, 10, 20);
  append(all, trace_of({4, 6}, 30, 40));
  Trace other = trace_of({2, 4}, 50, 60);
  other.passes.front().stage = 1;
  append(all, other);
  ASSERT_EQ(all.passes.size(), 2U);
  EXPECT_EQ(all.passes.front().regions.size(), 2U);
  EXPECT_EQ(all.spans.size(), 3U);
  EXPECT_EQ(all.pass_of(all.spans[1]).regions[all.launch_of(all.spans[1]).region].rows, (Rows{4, 6}));
  EXPECT_EQ(wrong_coverage(all), "");
}

TEST(JoinedTraces, OfAnotherClockLieBetweenAskingAndAnswer) {
  for (const std::uint64_t there : {std::uint64_t{7}, std::uint64_t{1} << 60}) {
    const Trace here = by_clock_of(trace_of({0, 6}, there, there + 100), 5000, 5300);
    EXPECT_EQ(here.begin_ns, 5100U);
    EXPECT_EQ(here.end_ns, 5200U);
    EXPECT_EQ(here.spans.front().start_ns, 5100U);
    EXPECT_EQ(here.clock_error_ns, 100U);
  }
}

}  // namespace
}  // namespace heteroscope
