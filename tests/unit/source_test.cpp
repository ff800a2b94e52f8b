#include "core/model/settings/source.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <thread>

#include "core/io/file.hpp"
#include "core/io/npy.hpp"
#include "core/io/png/png.hpp"
#include "tests/unit/fake_workload.hpp"
#include "tests/unit/refused.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope {
namespace {

using testing::image_catalog;
using testing::refusal;
using testing::refused;
using testing::Refused;
using testing::TemporaryFolder;

template <class T>
std::vector<T> filled(std::string_view id, Size size, double number, int threads) {
  std::vector<T> out(static_cast<std::size_t>(size.area()), T{-1});
  constexpr Precision precision = std::is_integral_v<T> ? Precision::int32
                                  : sizeof(T) == 4      ? Precision::fp32
                                                        : Precision::fp64;
  find_pattern(id)->fill({out.data(), size, precision}, {.size = size, .whole = size}, number, threads);
  return out;
}

// ---- patterns

TEST(Pattern, IdsAreKnown) {
  std::vector<std::string_view> ids;
  for (const Pattern& each : patterns()) {
    ids.push_back(each.id);
    EXPECT_EQ(find_pattern(each.id), &each);
    EXPECT_FALSE(each.help.empty());
    if (!each.number_label.empty()) {
      EXPECT_EQ(check_value(number_of(each), each.initial), "");
    }
  }
  EXPECT_EQ(ids, (std::vector<std::string_view>{"gradient", "checkerboard", "zone_plate", "noise", "integers",
                                                "wide_integers", "constant"}));
  EXPECT_EQ(find_pattern("plasma"), nullptr);
}

TEST(Pattern, SameForAnyNumberOfThreadsAtAnySize) {
  for (const Pattern& each : patterns()) {
    for (const Size size : {Size{1, 1}, Size{1, 37}, Size{41, 1}, Size{33, 27}}) {
      const auto narrow = filled<float>(each.id, size, each.initial, 1);
      const auto wide = filled<double>(each.id, size, each.initial, 1);
      for (const int threads : {2, 3, 7}) {
        EXPECT_EQ(filled<float>(each.id, size, each.initial, threads), narrow) << each.id;
        EXPECT_EQ(filled<double>(each.id, size, each.initial, threads), wide) << each.id;
      }
      for (std::size_t i = 0; i < wide.size(); ++i) {
        EXPECT_EQ(narrow[i], static_cast<float>(wide[i])) << each.id;
        if (each.id == "wide_integers") continue;
        EXPECT_GE(wide[i], 0) << each.id;
        EXPECT_LE(wide[i], each.id == "integers" ? 16777215 : 255) << each.id;
      }
    }
  }
}

TEST(Pattern, Gradient) {
  EXPECT_EQ(filled<double>("gradient", {6, 2}, 0, 1),
            (std::vector<double>{0, 51, 102, 153, 204, 255, 0, 51, 102, 153, 204, 255}));
  EXPECT_EQ(filled<float>("gradient", {1, 1}, 0, 1), std::vector<float>{0});
}

TEST(Pattern, Checkerboard) {
  EXPECT_EQ(filled<float>("checkerboard", {5, 3}, 2, 1),
            (std::vector<float>{0, 0, 255, 255, 0, 0, 0, 255, 255, 0, 255, 255, 0, 0, 255}));
}

TEST(Pattern, ZonePlate) {
  // cos(pi r^2 / n) by hand, n = 8. At (3, 3) and the three pixels around the center r^2 = 1/2: cos(pi / 16). At (0,
  // 3), on the edge, r^2 = 3.5^2 + 0.5^2 = 12.5: cos(12.5 pi / 8) = cos(1.5625 pi).
  const auto plate = filled<double>("zone_plate", {8, 8}, 0, 1);
  EXPECT_NEAR(plate[3 * 8 + 3], 127.5 + 127.5 * 0.98078528040323044913, 1e-12);
  EXPECT_EQ(plate[3 * 8 + 3], plate[4 * 8 + 4]);
  EXPECT_NEAR(plate[3 * 8], 127.5 + 127.5 * 0.19509032201612826785, 1e-12);
  // An odd side has its middle on a pixel.
  EXPECT_EQ(filled<double>("zone_plate", {5, 3}, 0, 1)[7], 255);
  // At the edge of a long row one pixel's phase differs from the next one's by pi: neighbors mirror each other.
  const int n = 4096;
  const auto row = filled<double>("zone_plate", {n, 1}, 0, 1);
  for (int x = 0; x < 8; ++x) EXPECT_NEAR(row[x] + row[x + 1], 255, 2.0) << x;
}

TEST(Pattern, NoiseIsEvenlySpread) {
  const Size size{256, 256};
  const auto values = filled<double>("noise", size, 7, 2);
  const auto n = static_cast<double>(values.size());
  double sum = 0;
  double squares = 0;
  std::map<int, int> counts;
  for (const double value : values) {
    sum += value;
    squares += value * value;
    ++counts[static_cast<int>(value / 255 * 16)];
  }
  // Of a uniform variable on [0, 255]: mean 127.5, variance 255^2 / 12; bounds of five standard errors.
  EXPECT_NEAR(sum / n, 127.5, 5 * 255 / std::sqrt(12 * n));
  EXPECT_NEAR(squares / n - sum / n * sum / n, 255 * 255 / 12.0, 5 * 255 * 255 / std::sqrt(180 * n));
  double chi = 0;
  for (int bin = 0; bin < 16; ++bin) chi += std::pow(counts[bin] - n / 16, 2) / (n / 16);
  EXPECT_LT(chi, 48);  // 15 degrees of freedom: exceeded once in 40000
  // Neighbors have nothing in common.
  double products = 0;
  for (std::size_t i = 1; i < values.size(); ++i) products += (values[i] - 127.5) * (values[i - 1] - 127.5);
  EXPECT_LT(std::abs(products / n / (255 * 255 / 12.0)), 5 / std::sqrt(n));
}

TEST(Pattern, SeedsDifferAndFp32HoldsEveryValue) {
  for (const char* id : {"noise", "integers"}) {
    const auto values = filled<double>(id, {64, 16}, 1, 1);
    const auto narrow = filled<float>(id, {64, 16}, 1, 1);
    EXPECT_TRUE(std::equal(values.begin(), values.end(), narrow.begin())) << id;
    int same = 0;
    const auto others = filled<double>(id, {64, 16}, 2, 1);
    for (std::size_t i = 0; i < values.size(); ++i) same += values[i] == others[i];
    EXPECT_LT(same, 3) << id;
    // Rows are what they are whatever rows follow.
    const auto part = filled<double>(id, {64, 3}, 1, 1);
    EXPECT_TRUE(std::equal(part.begin(), part.end(), values.begin())) << id;
  }
  for (const double value : filled<double>("integers", {64, 16}, 4294967295, 1)) EXPECT_EQ(value, std::floor(value));
}

/// SplitMix64 as its authors write it: a state that grows by a constant, and a finisher.
struct SplitMix64 {
  std::uint64_t state;
  std::uint64_t next() {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
};

TEST(Pattern, RandomNumbersAreSplitMix64s) {
  // The first numbers from seed 0, as other implementations publish them.
  SplitMix64 published{0};
  EXPECT_EQ(published.next(), 0xe220a8397b1dcdafu);
  EXPECT_EQ(published.next(), 0x6e789e6aa1b965f4u);
  SplitMix64 one{SplitMix64{5}.next()};
  const auto values = filled<double>("integers", {7, 3}, 5, 3);
  for (const double value : values) EXPECT_EQ(value, static_cast<double>(one.next() >> 40));
}

TEST(Pattern, WholeOnesHaveTheSameValuesAsInt32) {
  for (const Pattern& each : patterns()) {
    if (each.fits_int32 == nullptr || !each.fits_int32(each.initial)) continue;
    const auto whole = filled<std::int32_t>(each.id, {64, 16}, each.initial, 2);
    const auto wide = filled<double>(each.id, {64, 16}, each.initial, 1);
    EXPECT_TRUE(std::equal(whole.begin(), whole.end(), wide.begin())) << each.id;
  }
  const auto wide = filled<std::int32_t>("wide_integers", {256, 64}, 1, 1);
  const auto [least, most] = std::ranges::minmax(wide);
  EXPECT_LT(least, -2140000000);
  EXPECT_GT(most, 2140000000);
}

TEST(Pattern, WhatInt32DoesNotHoldGivesWayToWholeNumbers) {
  EXPECT_EQ(fitting({.id = "noise", .number = 7}, Precision::fp64), (Source{.id = "noise", .number = 7}));
  EXPECT_EQ(fitting({.id = "noise", .number = 7}, Precision::int32), (Source{.id = "wide_integers", .number = 1}));
  EXPECT_EQ(fitting({.id = "constant", .number = -3.5}, Precision::int32).id, "wide_integers");
  EXPECT_EQ(fitting({.id = "constant", .number = -3}, Precision::int32).number, -3);
  EXPECT_EQ(fitting({.id = "integers", .number = 4}, Precision::int32).id, "integers");
}

TEST(Misfit, NamesTheFirstValueThatInt32DoesNotHold) {
  std::vector<double> values{0, -2147483648.0, 2147483647, 255};
  const auto line = [&] {
    auto buffer = std::make_shared<Buffer>(MemoryKind::host, values.size() * sizeof(double));
    std::memcpy(buffer->host(), values.data(), values.size() * sizeof(double));
    return misfit_of_int32({{2, 2}, Precision::fp64, buffer, nullptr}, "a.png");
  };
  EXPECT_EQ(line(), "");
  values[3] = 17.5;
  EXPECT_TRUE(line().starts_with("a.png: row 1, column 1 is 17.5, ")) << line();
  values[2] = 2147483648.0;
  EXPECT_TRUE(line().starts_with("a.png: row 1, column 0 is 2147483648, ")) << line();
}

TEST(Pattern, Constant) {
  EXPECT_EQ(filled<float>("constant", {2, 2}, -0.5, 2), std::vector<float>(4, -0.5f));
}

// ---- what a source is called

Source parse(std::string_view text) {
  return parse_source(text, image_catalog());
}

std::string wrong(std::string_view text) {
  return refusal([&] { parse(text); });
}

TEST(Source, PatternsAndTheirNumbers) {
  EXPECT_EQ(parse("zone_plate"), (Source{.id = "zone_plate"}));
  EXPECT_EQ(parse("noise"), (Source{.id = "noise", .number = 1}));
  EXPECT_EQ(parse("noise:7"), (Source{.id = "noise", .number = 7}));
  EXPECT_EQ(parse("constant:-2.5e3"), (Source{.id = "constant", .number = -2500}));
  EXPECT_EQ(parse("checkerboard"), (Source{.id = "checkerboard", .number = 32}));
  for (const char* text : {"noise:2.5", "noise:-1", "checkerboard:0"})
    EXPECT_EQ(refused([&] { parse(text); }), (Refused{Wrong::value, "source"})) << text;
  EXPECT_EQ(refused([&] { parse("constant:"); }), (Refused{Wrong::kind, "source"}));
  EXPECT_EQ(refused([&] { parse("gradient:3"); }), (Refused{Wrong::unused, "source"}));
}

TEST(Source, Workloads) {
  EXPECT_EQ(parse("fake"), (Source{.id = "fake"}));
  EXPECT_EQ(refused([] { parse("fake:3"); }), (Refused{Wrong::unused, "source"}));
  // The other one's result is no source.
  EXPECT_EQ(refused([] { parse("filter"); }), (Refused{Wrong::unknown, "source"}));
}

TEST(Source, UnknownNamesGetTheKnownOnes) {
  for (const char* text : {"zoneplate", "nois:7", "no/such/photo.png", ""})
    EXPECT_EQ(refused([&] { parse(text); }), (Refused{Wrong::unknown, "source"})) << text;
  EXPECT_NE(wrong("zoneplate").find("did you mean zone_plate? known: fake, gradient"), std::string::npos);
  EXPECT_NE(wrong("nois:7").find("did you mean noise?"), std::string::npos);
  EXPECT_EQ(wrong(std::string_view("noise\0", 6)).find('\n'), std::string::npos);
  EXPECT_NE(wrong(std::string_view("/\0tmp", 5)), "(nothing thrown)");
}

class Files : public ::testing::Test {
 protected:
  Files() { std::filesystem::current_path(folder_.path()); }
  ~Files() override { std::filesystem::current_path(before_); }

  static void put(const std::string& name, std::uint32_t gray) { write_png(name, {{2, 1}, {gray * 0x010101u, 0}}, ""); }
  static std::string reading(const std::string& name) {
    return refusal([&] { load_image(name); });
  }

 private:
  std::filesystem::path before_ = std::filesystem::current_path();
  TemporaryFolder folder_;
};

TEST_F(Files, AreReadToKnowThatTheyCanBe) {
  put("a.png", 3);
  EXPECT_EQ(parse("a.png"), (Source{.id = "file", .file = "a.png"}));
  write_file("text.png", std::string("no image"));
  EXPECT_EQ(refused([] { parse("text.png"); }, "text.png: "), (Refused{Wrong::kind, "text.png"}));
  write_file("empty.png", std::string());
  EXPECT_EQ(refused([] { parse("empty.png"); }, "empty.png: "), (Refused{Wrong::damaged, "empty.png"}));
  EXPECT_EQ(refused([] { parse("."); }, "cannot read .: "), (Refused{Wrong::kind, "."}));
  EXPECT_EQ(refused([] { parse("/dev/null"); }, "cannot read /dev/null: "), (Refused{Wrong::kind, "/dev/null"}));
  // Files with holes: a film of 8 GiB is known by its first bytes, an image of that size is too large.
  for (const char* start : {"RIFF....AVI LIST", "P5 1 1 255 "}) {
    write_file("huge", std::string(start));
    std::filesystem::resize_file("huge", std::uintmax_t{1} << 33);
    EXPECT_EQ(refused([] { load_image("huge"); }), (Refused{start[0] == 'R' ? Wrong::kind : Wrong::value, "huge"}));
  }
}

TEST_F(Files, NamesLikeIdsNeedAFolder) {
  put("noise", 3);
  put("fake", 4);
  put("noise:2", 5);
  EXPECT_EQ(parse("noise").id, "noise");
  EXPECT_EQ(parse("fake").id, "fake");
  for (const char* name : {"noise", "fake", "noise:2"}) {
    const Source source = parse(std::string("./") + name);
    EXPECT_EQ(source.id, "file");
    EXPECT_EQ(parse(source_text(source)), source);
    EXPECT_EQ(source_text({.id = "file", .file = name}), std::string("./") + name);
  }
  put("a b.png", 6);
  EXPECT_EQ(source_text(parse("a b.png")), "a b.png");
}

TEST_F(Files, TextIsUnderstoodAgain) {
  for (const char* text : {"zone_plate", "noise:7", "constant:-0.1", "fake", "integers:4294967295"}) {
    EXPECT_EQ(source_text(parse(text)), text);
    EXPECT_EQ(parse(source_text(parse(text))), parse(text));
  }
}

TEST_F(Files, NamesAreUtf8) {
  const std::string good = "gr\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80.png";
  put(good, 3);
  EXPECT_EQ(parse(good).file, good);
  for (const char* bad : {"\xe4.png", "\xc0\xaf.png", "\xed\xa0\x80.png", "\xf4\x90\x80\x80.png", "\xe2\x82.png"}) {
    put(bad, 3);
    EXPECT_EQ(refused([&] { parse(bad); }), (Refused{Wrong::kind, "source"})) << bad;
  }
}

TEST_F(Files, WithoutPermission) {
  put("closed.png", 3);
  std::filesystem::permissions("closed.png", std::filesystem::perms::none);
  if (::geteuid() == 0) GTEST_SKIP() << "permissions do not bind root";
  EXPECT_EQ(wrong("closed.png"), "cannot read closed.png: Permission denied");
}

TEST_F(Files, AreReadAgainWhenTheyChange) {
  EXPECT_EQ(reading("a.png"), "cannot read a.png: No such file or directory");
  put("a.png", 3);
  const auto first = load_image("a.png");
  EXPECT_EQ(first->value(0, 0), 3);
  EXPECT_EQ(load_image("a.png"), first);
  EXPECT_EQ(load_image(std::filesystem::current_path() / "a.png"), first);
  put("a.png", 4);
  EXPECT_EQ(load_image("a.png")->value(0, 0), 4);
  EXPECT_EQ(first->value(0, 0), 3);
  // A file that became unreadable is not answered from memory.
  write_file("a.png", std::string("no image"));
  EXPECT_NE(reading("a.png"), "(nothing thrown)");
}

TEST_F(Files, OnlyAFewAreKept) {
  put("a.png", 1);
  const std::weak_ptr<const Field> first = load_image("a.png");
  EXPECT_FALSE(first.expired());
  for (std::uint32_t i = 0; i < 8; ++i) {
    put("other.png", i);
    EXPECT_EQ(load_image("other.png")->value(0, 0), i);
  }
  EXPECT_FALSE(first.expired());  // one file takes one place, however often it changes
  for (std::uint32_t i = 0; i < 8; ++i) {
    put(std::to_string(i) + ".png", i);
    load_image(std::to_string(i) + ".png");
  }
  EXPECT_TRUE(first.expired());
}

TEST_F(Files, AreReadByManyThreads) {
  for (std::uint32_t i = 0; i < 6; ++i) put(std::to_string(i) + ".png", i);
  std::vector<std::thread> threads;
  threads.reserve(4);
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([t] {
      for (int round = 0; round < 50; ++round) {
        const int i = (round * (t + 1)) % 6;
        EXPECT_EQ(load_image(std::to_string(i) + ".png")->value(0, 0), i);
      }
    });
  }
  for (std::thread& each : threads) each.join();
}

TEST_F(Files, NpyOfAnyExtent) {
  for (const Size size : {Size{1, 1}, Size{65536, 1}, Size{1, 65536}, Size{37, 21}}) {
    std::vector<double> values(static_cast<std::size_t>(size.area()));
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<double>(i) * 1e100 - 7;
    write_file("a.npy", encode_npy({values.data(), size, Precision::fp64}));
    const auto image = load_image("a.npy");
    EXPECT_EQ(image->size(), size);
    EXPECT_EQ(image->precision(), Precision::fp64);
    EXPECT_EQ(std::memcmp(image->host_view().data, values.data(), values.size() * sizeof(double)), 0);
  }
  // Told by its content, as images are.
  std::vector<float> narrow{1, -2};
  write_file("a.png", encode_npy({narrow.data(), {2, 1}, Precision::fp32}));
  EXPECT_EQ(load_image("a.png")->value(1, 0), -2);
}

TEST_F(Files, NpyWithoutNumbers) {
  std::vector<float> values(12, 1.0f);
  values[7] = std::numeric_limits<float>::infinity();
  values[9] = std::numeric_limits<float>::quiet_NaN();
  write_file("a.npy", encode_npy({values.data(), {4, 3}, Precision::fp32}));
  EXPECT_EQ(refused([] { load_image("a.npy"); }, "a.npy: row 1, column 3 is inf"), (Refused{Wrong::value, "a.npy"}));
  write_file("b.npy", std::string("\x93NUMPY\1"));
  EXPECT_EQ(refused([] { load_image("b.npy"); }), (Refused{Wrong::damaged, "b.npy"}));
}

}  // namespace
}  // namespace heteroscope
