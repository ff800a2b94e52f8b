#include "core/numbers/decimal.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "core/numbers/decimal_fixed.hpp"
#include "tests/unit/fake_workload.hpp"

namespace heteroscope {
namespace {

using testing::refusal;

Decimal parsed(std::string_view text) {
  return Decimal::parse(text);
}

/// Any finite double, each pattern of bits as often as another.
double any_double(std::mt19937_64& random) {
  for (;;) {
    const std::uint64_t bits = random();
    double out = 0;
    std::memcpy(&out, &bits, sizeof out);
    if (std::isfinite(out)) return out;
  }
}

std::string any_digits(std::mt19937_64& random, std::size_t most) {
  std::string out(1, static_cast<char>('1' + random() % 9));
  for (std::size_t left = random() % most; left > 0; --left) out += static_cast<char>('0' + random() % 10);
  return out;
}

Decimal any_decimal(std::mt19937_64& random) {
  return Decimal::make(random() % 2 == 0, any_digits(random, 60), static_cast<std::int64_t>(random() % 200) - 100);
}

TEST(Decimal, ReadsEveryNotationAndWritesOne) {
  const std::pair<const char*, const char*> known[] = {
      {"0", "0"},
      {"-0", "0"},
      {"0e99999999999999999999", "0"},
      {"+2.50", "2.5"},
      {".5", "0.5"},
      {"5.", "5"},
      {"1E3", "1000"},
      {"1e15", "1000000000000000"},
      {"1e16", "1e+16"},
      {"123456789012345678", "1.23456789012345678e+17"},
      {"0.0001", "0.0001"},
      {"0.00001", "1e-05"},
      {"-0.743643887", "-0.743643887"},
      {"1e-20", "1e-20"},
      {"-1.7499e-10", "-1.7499e-10"},
      {"000120e-1", "12"},
      {"1e-100000", "1e-100000"},
      {"-1.74990000000000000000000000000000000000001", "-1.74990000000000000000000000000000000000001"}};
  for (const auto& [given, written] : known) EXPECT_EQ(parsed(given).text(), written) << given;
}

TEST(Decimal, RefusesWhatIsNoNumber) {
  for (const char* text :
       {"", "+", "-", ".", "e5", "1e", "1e+", "++1", "+-1", "1 ", " 1", "0x10", "1,5", "nan", "inf", "1.2.3"}) {
    EXPECT_EQ(refusal([&] { parsed(text); }), fmt::format("\"{}\" is not a number", text));
  }
}

TEST(Decimal, IsHeldToItsLimits) {
  const std::string most(static_cast<std::size_t>(Decimal::most_digits), '7');
  EXPECT_EQ(parsed("0." + most).digits(), most);
  EXPECT_EQ(parsed("00" + most + "00").digits(), most);
  const std::string line = refusal([&] { parsed("1" + most); });
  EXPECT_NE(line.find("has 100101 digits; at most 100100 are supported"), std::string::npos) << line;
  EXPECT_LT(line.size(), 200u);
  EXPECT_EQ(parsed("1e1000000").magnitude(), 1000000);
  EXPECT_EQ(parsed("1e-1000000").magnitude(), -1000000);
  for (const char* text : {"1e1000001", "1e-1000001", "1e999999999999999999999", "-10e1000000"}) {
    EXPECT_EQ(refusal([&] { parsed(text); }), fmt::format("\"{}\" is outside 1e-1000000 to 1e1000000", text));
  }
  const Decimal least = parsed("1e-1000000");
  EXPECT_EQ(refusal([&] { least* least; }), "a number of about 1e-2000000 is outside 1e-1000000 to 1e1000000");
  EXPECT_EQ(refusal([&] { least + 1; }), "a sum of 1000001 digits is too long; at most 1000000 are supported");
  EXPECT_EQ(refusal([] { Decimal{std::numeric_limits<double>::infinity()}; }), "inf is not a finite number");
  EXPECT_EQ(refusal([] { Decimal::exactly(std::nan("")); }), "nan is not a finite number");
}

TEST(Decimal, DoublesComeBackAndAreWrittenAsEver) {
  std::mt19937_64 random(17);
  for (int i = 0; i < 20000; ++i) {
    const double value = any_double(random);
    const Decimal decimal = value;
    EXPECT_EQ(decimal.to_double(), value);
    EXPECT_EQ(decimal.text(), fmt::format("{}", value));
    EXPECT_EQ(Decimal::exactly(value).to_double(), value);
  }
  for (const double value : {5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, -0.1, 1.0 / 3}) {
    EXPECT_EQ(Decimal(value).to_double(), value);
    EXPECT_EQ(Decimal::exactly(value).to_double(), value);
  }
  EXPECT_EQ(Decimal::exactly(0.1).text(), "0.1000000000000000055511151231257827021181583404541015625");
  EXPECT_EQ(Decimal::exactly(0x1p70).text(), "1.180591620717411303424e+21");
}

TEST(Decimal, TheNearestDoubleIsRight) {
  // halfway between 1 and the next double, and past it by a digit that stands far away
  const std::string halfway = "1.00000000000000011102230246251565404236316680908203125";
  EXPECT_EQ(parsed(halfway).to_double(), 1);
  EXPECT_EQ(parsed(halfway + std::string(2000, '0') + "1").to_double(), 1 + 0x1p-52);
  EXPECT_EQ(parsed("1e-400").to_double(), 0);
  EXPECT_EQ(parsed("2e-324").to_double(), 0);
  EXPECT_EQ(parsed("3e-324").to_double(), 5e-324);
  EXPECT_EQ(parsed("-1e400").to_double(), -std::numeric_limits<double>::infinity());
}

TEST(Decimal, TextsComeBack) {
  std::mt19937_64 random(18);
  for (int i = 0; i < 2000; ++i) {
    const Decimal each = any_decimal(random);
    EXPECT_EQ(parsed(each.text()), each);
    EXPECT_EQ(each <=> parsed(each.text()), std::strong_ordering::equal);
  }
}

TEST(Decimal, ArithmeticIsExact) {
  EXPECT_EQ(parsed("0.1") + parsed("0.2"), parsed("0.3"));
  EXPECT_EQ(parsed("1e-500") + 1 - 1, parsed("1e-500"));
  EXPECT_EQ(parsed("-1.5e-300") * parsed("2e-300"), parsed("-3e-600"));
  EXPECT_EQ(parsed("123") - parsed("123"), Decimal());
  EXPECT_EQ(parsed("99999999999999999999") + 1, parsed("1e20"));
  std::mt19937_64 random(19);
  for (int i = 0; i < 500; ++i) {
    const Decimal a = any_decimal(random);
    const Decimal b = any_decimal(random);
    const Decimal c = any_decimal(random);
    EXPECT_EQ(a + b - b, a);
    EXPECT_EQ((a + b) * c, a * c + b * c);
    EXPECT_EQ(a<b, (b - a)> 0);
    EXPECT_EQ(-a <=> -b, b <=> a);
  }
}

TEST(Decimal, OrderIsThatOfNumbers) {
  const std::vector<const char*> rising{"-1e10",  "-12.1",        "-12", "-1e-500", "0",  "1e-501",
                                        "1e-500", "1.00001e-500", "0.5", "9",       "10", "10.0000000000000000000001",
                                        "1e10"};
  for (std::size_t i = 0; i < rising.size(); ++i) {
    for (std::size_t k = 0; k < rising.size(); ++k) EXPECT_EQ(parsed(rising[i]) <=> parsed(rising[k]), i <=> k);
  }
}

TEST(Decimal, IsRoundedAtAPowerOfTen) {
  const auto rounded = [](std::string_view text, std::int64_t power) { return parsed(text).rounded(power).text(); };
  EXPECT_EQ(rounded("1.2345", -2), "1.23");
  EXPECT_EQ(rounded("1.235", -2), "1.24");
  EXPECT_EQ(rounded("-1.235", -2), "-1.24");
  EXPECT_EQ(rounded("9.999", -2), "10");
  EXPECT_EQ(rounded("0.05", -1), "0.1");
  EXPECT_EQ(rounded("0.049", -1), "0");
  EXPECT_EQ(rounded("0.005", -1), "0");
  EXPECT_EQ(rounded("1250", 2), "1300");
  EXPECT_EQ(rounded("1250", -5), "1250");
  EXPECT_EQ(rounded("0", 1), "0");
}

TEST(Decimal, LinesAreShort) {
  EXPECT_EQ(parsed("-0.743643887").short_text(), "-0.743643887");
  EXPECT_EQ(parsed("-1.74991234567890123456789").short_text(), "-1.7499123456789012345… (24 digits)");
  EXPECT_EQ(parsed("1.74991234567890123456789e-500").short_text(4), "1.749…e-500 (24 digits)");
  EXPECT_EQ(parsed("0.00174991234567890123456789").short_text(4), "0.001749… (24 digits)");
  EXPECT_EQ(parsed("123456.75").short_text(4), "123456… (8 digits)");
  EXPECT_EQ(parsed("12345675").short_text(4), "12345675");
}

TEST(Decimal, MantissaAndExponentHoldWhatNoDoubleDoes) {
  const auto near = [](std::string_view text, double mantissa, std::int64_t exponent) {
    const Binary found = parsed(text).binary();
    EXPECT_EQ(found.mantissa, mantissa) << text;
    EXPECT_EQ(found.exponent2, exponent) << text;
  };
  near("0", 0, 0);
  near("1", 0.5, 1);
  near("-3", -0.75, 2);
  // by exact fractions
  near("1e-500", 0.5126167610322753, -1660);
  std::mt19937_64 random(20);
  for (int i = 0; i < 2000; ++i) {
    const double value = any_double(random);
    int exponent = 0;
    const double mantissa = std::frexp(value, &exponent);
    const Binary found = Decimal(value).binary();
    EXPECT_EQ(found.mantissa, mantissa);
    EXPECT_EQ(found.exponent2, exponent);
  }
  EXPECT_EQ(ratio(parsed("3e-700"), parsed("4e-700")), 0.75);
  EXPECT_EQ(ratio(parsed("1e-700"), parsed("1e700")), 0);
  EXPECT_TRUE(std::isinf(ratio(parsed("1e700"), parsed("1e-700"))));
}

TEST(Decimal, FixedPointIsTheNearest) {
  EXPECT_EQ(to_fixed(parsed("0.1"), 10).get_str(), "102");
  EXPECT_EQ(to_fixed(parsed("-0.1"), 10).get_str(), "-102");
  EXPECT_EQ(to_fixed(parsed("0.5"), 0).get_str(), "1");
  EXPECT_EQ(to_fixed(parsed("-0.5"), 0).get_str(), "-1");
  EXPECT_EQ(to_fixed(parsed("12e3"), 1).get_str(), "24000");
  EXPECT_EQ(to_fixed(parsed("1e-100"), 10).get_str(), "0");
  EXPECT_EQ(from_fixed(1, 2, -2).text(), "0.25");
  EXPECT_EQ(from_fixed(-3, 2, -1).text(), "-0.8");
  EXPECT_EQ(from_fixed(mpz_class("123456"), 0, 2).text(), "123500");
  std::mt19937_64 random(21);
  for (int i = 0; i < 500; ++i) {
    const Decimal each = any_decimal(random).rounded(-100);
    constexpr std::size_t bits = 340;  // a hundred decimals and some more
    EXPECT_EQ(from_fixed(to_fixed(each, bits), bits, -100), each);
  }
}

}  // namespace
}  // namespace heteroscope
