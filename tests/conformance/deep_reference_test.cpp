#include <gtest/gtest.h>

#include <any>
#include <map>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/process/memory_limit.hpp"
#include "tests/conformance/deep_tables.hpp"

namespace heteroscope::mandelbrot {
namespace {

const OrbitEntry<double>* entries_of(const Table& table) {
  return reinterpret_cast<const OrbitEntry<double>*>(reinterpret_cast<const char*>(table.memory.data()) +
                                                     table.header().orbit.entries_at);
}

void expect_same(const Table& a, const Table& b, const std::string& what) {
  ASSERT_EQ(a.bytes, b.bytes) << what;
  EXPECT_EQ(a.header().c.re, b.header().c.re) << what;
  EXPECT_EQ(a.header().c.im, b.header().c.im) << what;
  EXPECT_EQ(a.header().orbit.levels, b.header().orbit.levels) << what;
  ASSERT_EQ(a.header().orbit.length, b.header().orbit.length) << what;
  for (int i = 0; i <= a.header().orbit.length; ++i) {
    const OrbitEntry<double>& one = entries_of(a)[i];
    const OrbitEntry<double>& other = entries_of(b)[i];
    ASSERT_TRUE(one.z.re == other.z.re && one.z.im == other.z.im && one.margin == other.margin) << what << ": " << i;
  }
}

/// No nucleus is near, and no orbit escapes: the reference is as long as the limit.
Parameters inside(int limit) {
  Parameters out;
  out.center_re = Decimal::parse("-0.1");
  out.center_im = Decimal::parse("0.2");
  out.span = Decimal::parse("1e-30");
  out.max_iterations = limit;
  return out;
}

/// Limits raised and lowered, on both sides of a nucleus' period: what was made before changes nothing.
TEST(DeepReference, IsTheSameWhateverWasAskedForBefore) {
  std::vector<Parameters> views{inside(1000)};
  for (const std::size_t i : {0U, 8U, 10U}) views.push_back(parameters_at(places().at(i)));
  for (Parameters p : views) {
    const int most = p.max_iterations;
    std::map<int, Table> alone;
    for (const int limit : {most, most / 8, most / 3}) {
      memory::give_back_idle();
      p.max_iterations = limit;
      alone.emplace(limit, table_of(p));
    }
    memory::give_back_idle();
    for (const int limit : {most / 8, most / 3, most, most / 3}) {
      p.max_iterations = limit;
      expect_same(table_of(p), alone.at(limit), p.center_re.text() + ", limit " + std::to_string(limit));
    }
  }
}

struct Told {
  std::string what;
  double share;
};

TEST(DeepReference, GoesOnWhereItWas) {
  memory::give_back_idle();
  std::vector<Told> told;
  const ProgressSink note = [&](std::string_view what, double share) { told.push_back({std::string(what), share}); };
  table_of(inside(100'000), {}, note);
  ASSERT_FALSE(told.empty());
  EXPECT_EQ(told.front().share, 0);
  for (std::size_t i = 1; i < told.size(); ++i) {
    if (told[i].what == told[i - 1].what) {
      EXPECT_GT(told[i].share, told[i - 1].share);
    }
    EXPECT_LT(told[i].share, 1);
  }
  const std::size_t before = told.size();
  told.clear();
  table_of(inside(150'000), {}, note);
  ASSERT_FALSE(told.empty());
  EXPECT_GT(told.front().share, 0.65);
  EXPECT_LT(told.size(), before);
  told.clear();
  table_of(inside(80'000), {}, note);
  EXPECT_TRUE(told.empty()) << "it is longer than that";
}

TEST(DeepReference, GoesOnAfterItWasGivenUp) {
  memory::give_back_idle();
  const std::any any = inside(100'000);
  std::stop_source cancel;
  double given_up_at = 0;
  TableOrder order{.parameters = &any,
                   .output = {.size = size, .precision = Precision::fp64},
                   .waiter = {.stop = cancel.get_token(),
                              .progress =
                                  [&](std::string_view, double share) {
                                    given_up_at = share;
                                    if (share > 0.5) cancel.request_stop();
                                  }},
                   .others = {},
                   .room = [](Size, Precision) -> FieldView { throw std::logic_error("nothing was finished"); }};
  EXPECT_FALSE(make_deep_table(order));
  EXPECT_GT(given_up_at, 0.5);
  double gone_on_at = 0;
  const Table found = table_of(inside(100'000), {}, [&](std::string_view, double share) {
    if (gone_on_at == 0) gone_on_at = share;
  });
  EXPECT_GE(gone_on_at, given_up_at);
  memory::give_back_idle();
  expect_same(found, table_of(inside(100'000)), "made at once");
}

}  // namespace
}  // namespace heteroscope::mandelbrot
