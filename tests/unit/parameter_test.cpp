#include "core/model/parameter.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <type_traits>

#include "tests/unit/fake_workload.hpp"
#include "tests/unit/refused.hpp"

namespace heteroscope {
namespace {

using testing::fake_workload;
using testing::refusal;
using testing::Refused;
using testing::refused;

const Parameter& parameter(std::string_view id) {
  return *fake_workload().find_parameter(id);
}

Refused wrong(std::string_view id, std::string_view text) {
  return refused([&] { parse_value(parameter(id), text); });
}

TEST(Parameter, AcceptsNumbersInEveryNotation) {
  EXPECT_EQ(parse_value(parameter("span"), "2.5"), 2.5);
  EXPECT_EQ(parse_value(parameter("span"), "+1e-3"), 1e-3);
  EXPECT_EQ(parse_value(parameter("span"), "0.1"), 0.1);
  EXPECT_EQ(parse_value(parameter("span"), "1e-300"), 1e-300);
  EXPECT_EQ(parse_value(parameter("span"), "1000"), 1000);
  EXPECT_EQ(parse_value(parameter("count"), "500"), 500);
  EXPECT_EQ(parse_value(parameter("count"), "1e6"), 1000000);
}

TEST(Parameter, AcceptsTruthInThreeWays) {
  for (const char* text : {"true", "on", "1"}) EXPECT_EQ(parse_value(parameter("smooth"), text), 1) << text;
  for (const char* text : {"false", "off", "0"}) EXPECT_EQ(parse_value(parameter("smooth"), text), 0) << text;
  EXPECT_EQ(wrong("smooth", "yes"), (Refused{Wrong::kind, "smooth"}));
  EXPECT_EQ(wrong("smooth", "2"), (Refused{Wrong::kind, "smooth"}));
}

TEST(Parameter, RefusesWhatIsOutside) {
  EXPECT_EQ(wrong("span", "0"), (Refused{Wrong::value, "span"}));
  EXPECT_EQ(wrong("span", "-0"), (Refused{Wrong::value, "span"}));
  EXPECT_EQ(wrong("span", "1000.5"), (Refused{Wrong::value, "span"}));
  EXPECT_EQ(wrong("count", "0"), (Refused{Wrong::value, "count"}));
}

TEST(Parameter, RefusesWhatIsNotFinite) {
  EXPECT_EQ(wrong("span", "nan"), (Refused{Wrong::value, "span"}));
  EXPECT_EQ(wrong("span", "inf"), (Refused{Wrong::value, "span"}));
  EXPECT_EQ(wrong("span", "-inf"), (Refused{Wrong::value, "span"}));
  EXPECT_EQ(wrong("span", "1e999"), (Refused{Wrong::value, "span"}));
  EXPECT_FALSE(check_value(parameter("smooth"), std::numeric_limits<double>::quiet_NaN()).empty());
}

TEST(Parameter, RefusesFractionsForIntegers) {
  EXPECT_EQ(wrong("count", "2.5"), (Refused{Wrong::value, "count"}));
}

TEST(Parameter, RefusesWhatIsNoNumber) {
  EXPECT_EQ(wrong("span", ""), (Refused{Wrong::kind, "span"}));
  EXPECT_EQ(wrong("span", "1,5"), (Refused{Wrong::kind, "span"}));
  EXPECT_EQ(wrong("count", "5x"), (Refused{Wrong::kind, "count"}));
  for (const char* text : {" 1", "1 ", "+", "-", "++1", "+-1", "0x10", "1e", "."}) {
    EXPECT_EQ(wrong("span", text), (Refused{Wrong::kind, "span"})) << text;
  }
}

TEST(Parameter, MessagesStayOnOneLine) {
  EXPECT_EQ(wrong("span", "1\n2"), (Refused{Wrong::kind, "span"}));
  const std::string long_one(10000, 'x');
  EXPECT_LT(refusal([&] { parse_value(parameter("span"), long_one); }).size(), 200u);
}

struct Typed {
  double span = 0;
  int count = 0;
  bool smooth = false;
};
template <class V>
void describe(std::type_identity<Typed>, V&& visit) {
  visit(&Typed::span, parameter("span"));
  visit(&Typed::count, parameter("count"));
  visit(&Typed::smooth, parameter("smooth"));
}

TEST(Parameter, BindsValuesToTheirMembers) {
  EXPECT_EQ(parameters_of<Typed>().size(), 3u);
  const Typed initial = bind_parameters<Typed>({});
  EXPECT_EQ(initial.span, 2.5);
  EXPECT_EQ(initial.count, 500);
  EXPECT_FALSE(initial.smooth);
  const Typed given = bind_parameters<Typed>({{"span", 0.1}, {"count", 7}, {"smooth", 1}});
  EXPECT_EQ(given.span, 0.1);
  EXPECT_EQ(given.count, 7);
  EXPECT_TRUE(given.smooth);
  EXPECT_EQ(refusal([] { bind_parameters<Typed>({{"count", 0.5}}); }), "count: 0.5 is outside 1 to 1000000");
}

enum class Border { zero, clamp, mirror };

struct Chosen {
  Border border = Border::clamp;
};
template <class V>
void describe(std::type_identity<Chosen>, V&& visit) {
  visit(&Chosen::border, *testing::filter_workload().find_parameter("border"));
}

TEST(Parameter, ChoicesAreWrittenAsIds) {
  const Parameter& border = *testing::filter_workload().find_parameter("border");
  EXPECT_EQ(parse_value(border, "zero"), 0);
  EXPECT_EQ(parse_value(border, "mirror"), 2);
  for (const char* text : {"zero", "clamp", "mirror"}) EXPECT_EQ(value_text(border, parse_value(border, text)), text);
  const auto parse = [&](std::string_view text) { return refused([&] { parse_value(border, text); }); };
  EXPECT_EQ(parse("wrap"), (Refused{Wrong::unknown, "border"}));
  EXPECT_EQ(parse("1"), (Refused{Wrong::unknown, "border"}));
  EXPECT_EQ(parse(""), (Refused{Wrong::unknown, "border"}));
  EXPECT_EQ(check_value(border, 2), "");
  EXPECT_TRUE(check_value(border, 3).starts_with("border: 3 ")) << check_value(border, 3);
  EXPECT_TRUE(check_value(border, -1).starts_with("border: -1 ")) << check_value(border, -1);
  EXPECT_TRUE(check_value(border, 0.5).starts_with("border: 0.5 ")) << check_value(border, 0.5);
  EXPECT_NE(check_value(border, 3).find("zero, clamp, mirror"), std::string::npos) << "those that there are";
  EXPECT_FALSE(check_value(border, std::numeric_limits<double>::infinity()).empty());
  EXPECT_EQ(bind_parameters<Chosen>({}).border, Border::clamp);
  EXPECT_EQ(bind_parameters<Chosen>({{"border", 2}}).border, Border::mirror);
}

/// `refine` of mandelbrot was a switch.
TEST(Parameter, ChoicesThatWereSwitchesAnswerAsThose) {
  constexpr std::string_view ids[] = {"no", "some", "all"};
  const Parameter much{.id = "much", .kind = ParameterKind::choice, .maximum = 2, .choices = ids, .was_switch = true};
  for (const char* text : {"true", "on", "1", "all"}) EXPECT_EQ(parse_value(much, text), 2) << text;
  for (const char* text : {"false", "off", "0", "no"}) EXPECT_EQ(parse_value(much, text), 0) << text;
  EXPECT_EQ(parse_value(much, "some"), 1);
  EXPECT_EQ(refused([&] { parse_value(much, "2"); }), (Refused{Wrong::unknown, "much"}));
  const Parameter other{.id = "other", .kind = ParameterKind::choice, .maximum = 2, .choices = ids};
  EXPECT_EQ(refused([&] { parse_value(other, "true"); }), (Refused{Wrong::unknown, "other"}));
}

TEST(Parameter, TextIsReadBackToTheSameValue) {
  for (const double value : {2.5, 0.1, 1.0 / 3, 1e-300, 999.999}) {
    EXPECT_EQ(parse_value(parameter("span"), value_text(parameter("span"), value)), value);
  }
  EXPECT_EQ(value_text(parameter("count"), 500), "500");
  EXPECT_EQ(value_text(parameter("count"), 1000000), "1000000");
  EXPECT_EQ(value_text(parameter("smooth"), 1), "true");
  EXPECT_EQ(value_text(parameter("smooth"), 0), "false");
}

constexpr Parameter width_of_any_size{.id = "width",
                                      .kind = ParameterKind::decimal,
                                      .minimum = 1e-300,
                                      .maximum = 1000,
                                      .initial = 2.5,
                                      .least = "1e-100000"};
constexpr Parameter any_place{
    .id = "place", .kind = ParameterKind::decimal, .minimum = -10, .maximum = 10, .initial = -0.75};
const std::string many_digits = "-1.7499" + std::string(400, '3');

struct Deep {
  Decimal width;
  Decimal place;
};
template <class V>
void describe(std::type_identity<Deep>, V&& visit) {
  visit(&Deep::width, width_of_any_size);
  visit(&Deep::place, any_place);
}

TEST(Parameter, DecimalsKeepEveryDigit) {
  const Value read = parse_value(any_place, many_digits);
  EXPECT_FALSE(read.is_double());
  EXPECT_EQ(value_text(any_place, read), many_digits);
  EXPECT_EQ(short_value_text(any_place, read), "-1.7499333333333333333… (405 digits)");
  EXPECT_EQ(static_cast<double>(read), -1.7499333333333333);
  const Deep bound = bind_parameters<Deep>({{"place", read}, {"width", Decimal::parse("1e-500")}});
  EXPECT_EQ(bound.place, Decimal::parse(many_digits));
  EXPECT_EQ(bound.width, Decimal::power_of_ten(-500));
  EXPECT_EQ(bind_parameters<Deep>({}).place, -0.75);
}

TEST(Parameter, OneNumberHasOneValue) {
  EXPECT_EQ(parse_value(any_place, "0.1"), 0.1);
  EXPECT_EQ(parse_value(any_place, "0.10"), Value(Decimal::parse("1e-1")));
  EXPECT_TRUE(parse_value(any_place, "0.1").is_double());
  EXPECT_NE(parse_value(any_place, "0.1"), parse_value(any_place, "0.1000000000000000055511151231257827"));
  EXPECT_NE(parse_value(any_place, many_digits), parse_value(any_place, many_digits + "1"));
}

TEST(Parameter, DecimalsAreHeldToTheirRange) {
  const auto refused = [](const Parameter& parameter, std::string_view text) {
    return refusal([&] { parse_value(parameter, text); });
  };
  EXPECT_EQ(parse_value(width_of_any_size, "1e-100000").text(), "1e-100000");
  EXPECT_EQ(refused(width_of_any_size, "9.9e-100001"), "width: 9.9e-100001 is outside 1e-100000 to 1000");
  EXPECT_EQ(refused(width_of_any_size, "0"), "width: 0 is outside 1e-100000 to 1000");
  EXPECT_EQ(refused(width_of_any_size, "-1e-400"), "width: -1e-400 is outside 1e-100000 to 1000");
  EXPECT_EQ(refused(width_of_any_size, "1e999"), "width: 1e+999 is outside 1e-100000 to 1000");
  EXPECT_EQ(refused(any_place, "10." + std::string(100, '0') + "1"),
            "place: 10.000000000000000000… (103 digits) is outside -10 to 10");
  EXPECT_EQ(refused(any_place, "nan"), "place: \"nan\" is not a number (-10 to 10)");
  EXPECT_LT(refused(any_place, std::string(100'000, '9')).size(), 200u);
  EXPECT_LT(refused(any_place, std::string(1'000'000, '9')).size(), 200u);
  EXPECT_EQ(check_value(any_place, std::numeric_limits<double>::infinity()),
            "place: inf is not a finite number (-10 to 10)");
  EXPECT_EQ(clamped(width_of_any_size, 0).text(), "1e-100000");
  EXPECT_EQ(clamped(width_of_any_size, 2000), 1000);
}

TEST(Parameter, InitialValuesHoldEveryParameter) {
  EXPECT_EQ(initial_values(fake_workload().parameters), (Values{{"count", 500}, {"smooth", 0}, {"span", 2.5}}));
}

}  // namespace
}  // namespace heteroscope
