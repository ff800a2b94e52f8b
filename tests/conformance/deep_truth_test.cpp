#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/settings/settings.hpp"
#include "kernels/mandelbrot/deep/exact.hpp"
#include "kernels/mandelbrot/deep/pixels.hpp"
#include "kernels/mandelbrot/deep/table.hpp"
#include "kernels/mandelbrot/parameters.hpp"
#include "tests/conformance/deep_tables.hpp"
#include "tests/fakes/stop.hpp"
#include "tests/json.hpp"

/// Deep pictures against direct iteration in arbitrary precision: tests/deep/places.json, by
/// tests/deep/exact_counts.cpp.
namespace heteroscope::mandelbrot {
namespace {

using nlohmann::json;

/// 50 samples a place; all 1000 where HETEROSCOPE_ALL_SAMPLES is set.
std::size_t samples_wanted() {
  return std::getenv("HETEROSCOPE_ALL_SAMPLES") != nullptr ? 1000 : 50;
}

class DeepPlace : public ::testing::TestWithParam<std::size_t> {};

TEST_P(DeepPlace, CountsAreExactButWhereTheySayThatTheyMayNotBe) {
  const json& place = places().at(GetParam());
  Parameters p = parameters_at(place);
  for (const bool leaps : {true, false}) {
    p.leaps = leaps;
    const Table table = table_of(p);
    ASSERT_FALSE(table.memory.empty());
    if (place.at("kind") != "needle") {
      EXPECT_LE(table.header().orbit.length, place.at("period").get<int>())
          << "a nucleus comes back, whatever the limit";
    }
    // without leaps every iteration is done: some pixels are enough
    const std::size_t all = place.at("samples").size();
    const std::size_t wanted = leaps ? std::min(samples_wanted(), all) : 2;
    std::size_t undecided = 0;
    for (std::size_t i = 0; i < wanted; ++i) {
      const json& sample = place.at("samples").at(i);
      const int exact = sample.at(2).get<int>();
      const double value = value_at(table, p, sample.at(0).get<int>(), sample.at(1).get<int>());
      if (value < 0) {
        ++undecided;
      } else {
        EXPECT_EQ(value, exact) << "at " << sample.at(0) << ", " << sample.at(1) << (leaps ? "" : " without leaps");
      }
    }
    EXPECT_LE(undecided, 1 + wanted / 100) << "of " << wanted;
  }
}

INSTANTIATE_TEST_SUITE_P(All, DeepPlace, ::testing::Range<std::size_t>(0, places().size()),
                         [](const auto& info) { return name_of(places().at(info.param)); });

TEST(DeepPlaces, ReachFrom14To1000Digits) {
  EXPECT_GE(places().size(), 20U);
  Decimal least = 1;
  int longest = 0;
  for (const json& place : places()) {
    least = std::min(least, Decimal::parse(place.at("span").get<std::string>()));
    longest = std::max(longest, place.at("period").get<int>());
    EXPECT_GE(place.at("samples").size(), 1000U) << name_of(place);
  }
  EXPECT_LE(least, Decimal::parse("1e-1000"));
  EXPECT_GT(longest, 100'000);
}

/// `powers` of ten narrower.
Parameters narrowed(Parameters p, const std::string& span, int powers) {
  const std::size_t mark = span.find('e');
  p.span = Decimal::parse(span.substr(0, mark) + "e" + std::to_string(std::stoi(span.substr(mark + 1)) - powers));
  return p;
}

/// A movie's frames have the reference of the view that they are on the way to, unless they have a nucleus of their
/// own.
TEST(Deep, AReferenceServesTheViewsAroundItsOwn) {
  int shared_ones = 0;
  for (const std::size_t i : {4U, 8U, 10U}) {
    const json& place = places().at(i);
    const auto span = place.at("span").get<std::string>();
    const Parameters p = parameters_at(place);
    const Parameters narrower = narrowed(p, span, 9);
    const Table own = table_of(p);
    const Table served = table_of(p, narrower);
    const bool has_nucleus = place.at("kind") != "needle";
    const auto same = [](const Table& a, const Table& b) {
      return a.header().c.re == b.header().c.re && a.header().c.im == b.header().c.im &&
             a.header().orbit.length == b.header().orbit.length;
    };
    EXPECT_TRUE(!has_nucleus || same(own, served)) << name_of(place);
    for (std::size_t k = 0; k < 30; ++k) {
      const json& sample = place.at("samples").at(k);
      const double value = value_at(served, p, sample.at(0).get<int>(), sample.at(1).get<int>());
      EXPECT_TRUE(value < 0 || value == sample.at(2).get<double>()) << name_of(place) << ": " << value;
    }
    // far below the place, where no nucleus is near
    const Parameters below = narrowed(p, span, 12);
    const Table alone = table_of(below);
    const Table with = table_of(below, narrowed(p, span, 20));
    const Table around = table_of(narrowed(p, span, 11), narrowed(p, span, 20));
    if (same(with, around)) ++shared_ones;
    int undecided = 0;
    for (int k = 0; k < 40; ++k) {
      const double one = value_at(alone, below, 16 * k, 9 * k);
      const double other = value_at(with, below, 16 * k, 9 * k);
      if (one < 0 || other < 0) {
        ++undecided;
      } else {
        EXPECT_EQ(one, other) << name_of(place) << " at " << 16 * k;
      }
    }
    EXPECT_LE(undecided, 2) << name_of(place);
    Parameters aside = narrowed(p, span, 20);
    aside.center_re = Decimal::parse("-1.25");
    EXPECT_TRUE(same(table_of(below, aside), alone)) << "it lies elsewhere";
  }
  EXPECT_GT(shared_ones, 0);
}

/// A sample between the pixels has the table of the picture itself, moved: its orbit is not made again.
TEST(Deep, AViewMovedByLessThanAPixelHasTheSameReference) {
  for (const std::size_t i : {0U, 8U, 10U}) {
    const json& place = places().at(i);
    const Parameters p = parameters_at(place);
    Parameters moved = p;
    moved.center_re = p.center_re + (p.span * (0.4 / size.width)).rounded(p.span.magnitude() - 12);
    moved.center_im = p.center_im - (p.span * (0.3 / size.width)).rounded(p.span.magnitude() - 12);
    const Table own = table_of(moved);
    const Table served = table_of(moved, p);
    const Table there = table_of(p);
    const DeepHeader& header = there.header();
    ASSERT_EQ(served.bytes, there.bytes);
    ASSERT_EQ(served.header().orbit.entries_at, header.orbit.entries_at);
    const auto behind_header = [&](const Table& table) {
      return std::string_view(reinterpret_cast<const char*>(table.memory.data()) + header.orbit.entries_at,
                              table.bytes - header.orbit.entries_at);
    };
    EXPECT_TRUE(behind_header(served) == behind_header(there)) << name_of(place);
    if (place.at("kind") == "needle") {
      EXPECT_FALSE(behind_header(own) == behind_header(there)) << "without a nucleus near it would be another orbit";
    }
    EXPECT_EQ(to_double(served.header().reach), to_double(header.reach));
    const Delta<Wide> center = served.header().center;
    EXPECT_TRUE(center.re != header.center.re || center.e != header.center.e) << name_of(place);
    int undecided = 0;
    for (int k = 0; k < 40; ++k) {
      const double one = value_at(own, moved, 16 * k, 9 * k);
      const double other = value_at(served, moved, 16 * k, 9 * k);
      if (one < 0 || other < 0) {
        ++undecided;
      } else {
        EXPECT_EQ(one, other) << name_of(place) << " at " << 16 * k;
      }
    }
    EXPECT_LE(undecided, 2) << name_of(place);
    moved.center_re = p.center_re + p.span * 0.1;
    const Table far = table_of(moved, p);
    const Table alone = table_of(moved);
    EXPECT_EQ(far.bytes, alone.bytes) << "not a neighbor any more";
  }
}

/// Where doubles can tell pixels apart, both tiers of perturbed orbits give the same.
TEST(Deep, TiersAgreeToTheBit) {
  for (const json& place : places()) {
    if (Decimal::parse(place.at("span").get<std::string>()) < Decimal::parse("1e-60")) continue;
    Parameters p = parameters_at(place);
    const Table near = table_of(p);
    p.method = Method::extended;
    const Table far = table_of(p);
    ASSERT_EQ(far.header().extended, 1);
    for (std::size_t i = 0; i < 20; ++i) {
      const json& sample = place.at("samples").at(i);
      EXPECT_EQ(value_at(near, p, sample.at(0).get<int>(), sample.at(1).get<int>()),
                value_at(far, p, sample.at(0).get<int>(), sample.at(1).get<int>()))
          << name_of(place);
    }
  }
}

/// Views that nobody chose, from where doubles tell pixels apart to where they cannot: no count that is not marked
/// differs from direct iteration in as many digits as the view asks for.
TEST(Deep, RandomViewsHaveNoGlitches) {
  std::mt19937 random(17);
  const auto below = [&](unsigned count) { return static_cast<int>(random() % count); };
  int distinct = 0;
  int undecided = 0;
  constexpr int views = 24;
  constexpr int pixels = 6;
  for (int view = 0; view < views; ++view) {
    const json& place = places().at(static_cast<std::size_t>(below(9)));
    Parameters p = parameters_at(place);
    const Decimal narrowest = p.span;
    p.span = Decimal::parse(fmt::format("{}e{}", 1 + below(9), narrowest.magnitude() + below(12)));
    p.center_re = p.center_re + (narrowest * ((below(1000) - 500) / 500.0)).rounded(narrowest.magnitude() - 12);
    p.center_im = p.center_im + (narrowest * ((below(1000) - 500) / 500.0)).rounded(narrowest.magnitude() - 12);
    p.max_iterations = 2500;
    p.method = Method::perturbed;
    const Table table = table_of(p);
    std::set<double> counts;
    for (int k = 0; k < pixels; ++k) {
      const int x = below(static_cast<unsigned>(size.width));
      const int y = below(static_cast<unsigned>(size.height));
      const double value = value_at(table, p, x, y);
      counts.insert(value);
      if (value < 0) {
        ++undecided;
      } else {
        EXPECT_EQ(value, exact_value(p, size, x, y)) << view << ": " << p.span.text() << " at " << x << ", " << y;
      }
    }
    distinct += counts.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(distinct, views / 2) << "views of one count tell nothing";
  EXPECT_LE(undecided, views * pixels / 50);
}

TEST(Deep, WhatIsRefinedIsExact) {
  for (const json& place : places()) {
    const Parameters p = parameters_at(place);
    if (p.span < Decimal::parse("1e-110")) continue;
    for (std::size_t i = 0; i < 3; ++i) {
      const json& sample = place.at("samples").at(i);
      EXPECT_EQ(exact_value(p, size, sample.at(0).get<int>(), sample.at(1).get<int>()), sample.at(2).get<double>())
          << name_of(place);
    }
  }
}

/// A copy of a copy in the seahorse valley, where orbits are chaotic for long: many counts are not certain in fp64.
TEST(Deep, PicturesAreRefinedOnDemand) {
  Parameters p;
  p.center_re = Decimal::parse("-0.743643887037158704752191506114774");
  p.center_im = Decimal::parse("0.131825904205311970493132056385139");
  p.span = Decimal::parse("1e-25");
  p.max_iterations = 20000;
  std::vector<double> exact;
  std::vector<int> uncertain;
  for (const Refine refine : {Refine::exact, Refine::double_double, Refine::no}) {
    p.refine = refine;
    const Table table = table_of(p);
    const std::any any = p;
    MapJob job;
    job.parameters = &any;
    job.table = {const_cast<TableLine*>(table.memory.data()), {1, 1}, Precision::fp64};
    job.output.size = size;
    job.cutout = {.size = size, .whole = size};
    uncertain.push_back(0);
    std::size_t i = 0;
    for (int y = 0; y < size.height; y += 20) {
      for (int x = 0; x < size.width; x += 20, ++i) {
        const double value = deep_value(job, x, y);
        if (refine == Refine::exact) exact.push_back(value);
        if (value < 0) {
          ++uncertain.back();
        } else {
          EXPECT_EQ(value, exact[i]) << "at " << x << ", " << y;
        }
      }
    }
  }
  EXPECT_EQ(uncertain[0], 0);
  EXPECT_LT(10 * uncertain[1], uncertain[2]);
}

/// Double-doubles give the exact counts by themselves, from the same reference with 53 bits more; also in a view that
/// is moved.
TEST(Deep, DoubleDoublesHaveTheirOwnDigits) {
  const Cutout whole{.size = size, .whole = size};
  for (const std::size_t i : {0U, 8U, 12U}) {
    const json& place = places().at(i);
    Parameters p = parameters_at(place);
    p.refine = Refine::double_double;
    Parameters moved = p;
    moved.center_re = p.center_re + (p.span * (0.4 / size.width)).rounded(p.span.magnitude() - 12);
    const Table own = table_of(p);
    const Table served = table_of(moved, p);
    const DeepPicture<double> usual(own.memory.data(), whole);
    const DeepPicture<DoubleDouble> fine(own.memory.data(), whole);
    const DeepPicture<DoubleDouble> beside(served.memory.data(), whole);
    ASSERT_EQ(fine.orbit.length, usual.orbit.length);
    for (const int at : {1, usual.orbit.length / 2, usual.orbit.length - 1}) {
      EXPECT_EQ(fine.orbit.entries[at].z.re.hi, usual.orbit.entries[at].z.re);
      EXPECT_NE(fine.orbit.entries[at].z.re.lo, 0);
    }
    EXPECT_LT(fine.orbit.offset_error, 0x1p-45 * usual.orbit.offset_error);
    for (int k = 0; k < 20; ++k) {
      const json& sample = place.at("samples").at(static_cast<std::size_t>(k));
      const int x = sample.at(0).get<int>();
      const int y = sample.at(1).get<int>();
      EXPECT_EQ(fine.value(x, y, p.max_iterations, false), sample.at(2).get<double>()) << name_of(place);
      const Delta<DoubleDouble> off = fine.offset(x, y);
      EXPECT_NEAR(off.re.hi, usual.offset(x, y).re, 0x1p-30 * fine.step.hi);
      const Delta<DoubleDouble> apart = beside.offset(x, y) + Delta<DoubleDouble>{-off.re, -off.im};
      EXPECT_NEAR(apart.re.hi / fine.step.hi, 0.4, 1e-9);
    }
  }
}

TEST(Deep, ThereIsNoTableWhereDoublesTellPixelsApart) {
  EXPECT_TRUE(table_of(Parameters{}).memory.empty());
  Parameters p;
  p.method = Method::perturbed;
  EXPECT_FALSE(table_of(p).memory.empty());
}

TEST(Deep, ACancelledReferenceLeavesNone) {
  const std::any any = parameters_at(places().at(0));
  bool asked = false;
  EXPECT_FALSE(make_deep_table({.parameters = &any,
                                .output = {.size = {64, 37}, .precision = Precision::fp32},
                                .waiter = {.stop = heteroscope::testing::requested_stop()},
                                .room = [&](Size, Precision) -> FieldView {
                                  asked = true;
                                  return {};
                                }}));
  EXPECT_FALSE(asked);
}

}  // namespace
}  // namespace heteroscope::mandelbrot
