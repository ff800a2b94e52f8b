#include "core/movie/flight.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace heteroscope {
namespace {

Decimal decimal(const std::string& text) {
  return Decimal::parse(text);
}

Decimal absolute(const Decimal& number) {
  return number.is_negative() ? -number : number;
}

/// 60 digits that look like any.
const std::string place_digits = "743643887037158704752191506114774082354981350217884610399127";

struct FlightLeg {
  View from, to;
};

std::vector<FlightLeg> flight_legs() {
  const View wide{.x = -0.75, .y = 0, .span = 2.5};
  const View deep{.x = decimal("-0." + place_digits), .y = decimal("0.1" + place_digits), .span = decimal("3.7e-60")};
  return {{wide, {.x = -0.5, .y = 0.25, .span = 1}},
          {wide, deep},
          {deep, wide},
          {{.x = 0, .y = 0, .span = 1}, {.x = decimal("1e-1000"), .y = decimal("-0.3"), .span = decimal("1e-1000")}},
          {{.x = 0, .y = 0, .span = decimal("1e-100000")}, {.x = 2, .y = -2, .span = 1000}},
          {{.x = 1, .y = 0, .span = 3}, {.x = 1, .y = 0, .span = 2}}};
}

TEST(Flight, EndsExactlyWhereItShould) {
  for (const auto& [from, to] : flight_legs()) {
    EXPECT_EQ(flight(from, to, 0), from);
    EXPECT_EQ(flight(from, to, 1), to);
  }
}

TEST(Flight, WidthsHaveOneRatioThroughout) {
  constexpr int count = 12;
  for (const auto& [from, to] : flight_legs()) {
    std::vector<View> views;
    for (int i = 0; i <= count; ++i) views.push_back(flight(from, to, static_cast<long double>(i) / count));
    const double first = ratio(views[1].span, views[0].span);
    if (std::isnormal(first)) {
      for (std::size_t i = 1; i < count; ++i) EXPECT_NEAR(ratio(views[i + 1].span, views[i].span) / first, 1, 1e-9);
    } else {  // beyond doubles: the middle is the mean
      const Decimal middle = views[count / 2].span;
      EXPECT_NEAR(ratio(middle * middle, from.span * to.span), 1, 1e-9);
    }
  }
}

/// (c − b)(S² − s²) = (a − b)(w² − s²) for the widths S, s of the wide view a and the narrow one b, and w now: with
/// exact numbers, to 1e-11 of the picture.
TEST(Flight, CenterIsWhereTheFormulaHasIt) {
  for (const auto& [from, to] : flight_legs()) {
    const bool in = to.span < from.span;
    const View& wide = in ? from : to;
    const View& narrow = in ? to : from;
    const Decimal end = narrow.span * narrow.span;
    const Decimal all = wide.span * wide.span - end;
    for (const double t : {0.03, 0.5, 0.9999}) {
      const View now = flight(from, to, t);
      const Decimal left = now.span * now.span - end;
      const Decimal bound = now.span * all * Decimal(1e-11);
      EXPECT_LE(absolute((now.x - narrow.x) * all - (wide.x - narrow.x) * left), bound) << t;
      EXPECT_LE(absolute((now.y - narrow.y) * all - (wide.y - narrow.y) * left), bound) << t;
      const View back = flight(to, from, 1 - static_cast<long double>(t));
      EXPECT_NEAR(ratio(back.span, now.span), 1, 1e-9);
      EXPECT_LE(absolute(back.x - now.x), now.span * Decimal(1e-9));
    }
  }
}

TEST(Flight, DeepViewsKeepTheirDigits) {
  const FlightLeg deep = flight_legs()[1];
  for (int i = 1; i < 60; ++i) {
    const View now = flight(deep.from, deep.to, i / 60.0L);
    // what is flown to is in the picture, and nearer to its middle than in the picture before
    EXPECT_LE(absolute(now.x - deep.to.x), now.span) << i;
    EXPECT_GE(static_cast<std::int64_t>(now.y.digits().size()), std::min<std::int64_t>(61, 10 - now.span.magnitude()))
        << i;
    EXPECT_LE(static_cast<std::int64_t>(now.y.digits().size()), 13 - now.span.magnitude()) << i;
  }
}

TEST(Flight, ViewsOfNearlyOneWidth) {
  for (const char* width : {"2", "2.000000000001", "1.9999999", "1.999", "1.21", "1.2"}) {
    const View from{.x = -1, .y = 5, .span = 2};
    const View to{.x = 1, .y = 5, .span = decimal(width)};
    double before = -1;
    for (int i = 1; i < 16; ++i) {
      const double x = flight(from, to, i / 16.0L).x.to_double();
      EXPECT_GT(x, before);
      before = x;
      EXPECT_NEAR(x, -1 + i / 8.0, std::abs(1 - ratio(to.span, from.span)) + 1e-9) << width;
    }
    EXPECT_EQ(flight(from, to, 0.5L).y, Decimal(5));
  }
  EXPECT_EQ(flight({.x = 0, .y = 0, .span = 3}, {.x = 1, .y = 2, .span = 3}, 0.25L),
            (View{.x = 0.25, .y = 0.5, .span = 3}));
}

TEST(Flight, NumbersBetween) {
  EXPECT_EQ(between(1, 3, 0.25L, false), Decimal(1.5));
  EXPECT_EQ(between(0.1, 0.2, 0.5L, false), decimal("0.15"));
  EXPECT_EQ(between(decimal("0.1"), decimal("-0.3"), 0, false), decimal("0.1"));
  EXPECT_EQ(between(decimal("0.1"), decimal("-0.3"), 1, true), decimal("-0.3"));
  EXPECT_EQ(between(10, 1000, 0.5L, true), Decimal(100));
  EXPECT_EQ(between(decimal("1e-300"), decimal("1e-500"), 0.5L, true), decimal("1e-400"));
  EXPECT_EQ(between(7, 7, 0.3L, true), Decimal(7));
}

TEST(Flight, Length) {
  EXPECT_NEAR(flight_length({.x = 0, .y = 0, .span = 1}, {.x = 0, .y = 0, .span = decimal("1e-1000")}),
              1000 * std::log(10), 1e-9);
  EXPECT_NEAR(flight_length({.x = 0, .y = 0, .span = 2}, {.x = 6, .y = -8, .span = 2}), 5, 1e-12);
}

TEST(Flight, TurnsByEqualAnglesInEqualTimes) {
  const View from{.x = 0, .y = 0, .span = 1, .rotation = -90};
  const View to{.x = 1, .y = 0, .span = 0.1, .rotation = 270};
  EXPECT_EQ(flight(from, to, 0.25L).rotation, 0);
  EXPECT_EQ(flight(to, from, 0.25L).rotation, 180);
  EXPECT_EQ(flight(from, to, 1).rotation, 270);
  EXPECT_NEAR(flight_length({.x = 0, .y = 0, .span = 1}, {.x = 0, .y = 0, .span = 1, .rotation = 180}), std::acos(-1),
              1e-12);
}

}  // namespace
}  // namespace heteroscope
