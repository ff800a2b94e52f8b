// What a benchmark hands on: data that say what they are, written and read again.
#include "app/results/result.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "tests/json.hpp"
#include "tests/unit/refused.hpp"

namespace heteroscope {
namespace {

Datum datum(std::string id, DatumValue value, Hint hint = Hint::plain, std::string unit = {}) {
  return {.id = std::move(id),
          .name = "a name",
          .unit = std::move(unit),
          .about = "What it is",
          .hint = hint,
          .value = std::move(value),
          .interval = {}};
}

/// A row that lacks parts, one with a list, and an interval.
Result made_up_result() {
  Result out;
  out.facts = {datum("title", "heat"), datum("machine/cpu", "a, b"), datum("ceilings/sets/0/bytes", std::int64_t{64}),
               datum("ceilings/sets/1/bytes", std::int64_t{128})};
  ResultRow first{.data = {datum("variant", "simd"), datum("reference", true), datum("cover/blocks", DatumValue()),
                           datum("cover/threads", DatumValue()), datum("median_ms", 1.25, Hint::time, "ms")},
                  .settings = R"({"workload":"heat"})"};
  first.data.back().interval = Interval{1, 2};
  ResultRow second{
      .data = {datum("variant", "cuda_1d"), datum("reference", false), datum("lanes/0/share", 0.25, Hint::share),
               datum("lanes/1/share", 0.75, Hint::share), datum("cover/blocks", std::int64_t{12}),
               datum("cover/threads", DatumValue()), datum("median_ms", 0.1, Hint::time, "ms")},
      .settings = {}};
  out.rows = {first, second};
  for (int i = 0; i < 12; ++i) out.rows[1].data.push_back(datum("times/" + std::to_string(i), double(i)));
  out.skipped = {{"no CUDA device", 3}};
  return out;
}

TEST(ResultJson, WholesHaveTheirParts) {
  const auto json = json_of(result_json(made_up_result()));
  EXPECT_EQ(json.at("heteroscope_bench"), 2);
  EXPECT_EQ(json.at("title"), "heat");
  EXPECT_EQ(json.at("ceilings").at("sets").at(1).at("bytes"), 128);
  const auto& rows = json.at("rows");
  EXPECT_TRUE(rows.at(0).at("cover").is_null()) << "there is nothing of it";
  EXPECT_EQ(rows.at(0).at("reference"), true);
  EXPECT_EQ(rows.at(0).at("median_ms_most"), 2);
  EXPECT_EQ(rows.at(0).at("settings").at("workload"), "heat");
  EXPECT_EQ(rows.at(1).at("cover").at("blocks"), 12);
  EXPECT_TRUE(rows.at(1).at("cover").at("threads").is_null());
  EXPECT_EQ(rows.at(1).at("lanes").at(1).at("share"), 0.75);
  EXPECT_EQ(rows.at(1).at("times").size(), 12U);
  EXPECT_FALSE(rows.at(1).contains("settings"));
  EXPECT_EQ(json.at("fields").at("median_ms").at("unit"), "ms");
  EXPECT_EQ(json.at("fields").at("lanes/share").at("hint"), "share");
  EXPECT_EQ(json.at("skipped").at(0).at("rows"), 3);
}

TEST(ResultJson, IsReadAsItWasWritten) {
  const std::string text = result_json(made_up_result());
  const Result read = result_from_json(text, "a.json");
  EXPECT_EQ(result_json(read), text) << "in the same order, too";
  EXPECT_EQ(read.rows[0].number("median_ms"), 1.25);
  EXPECT_EQ(read.rows[0].find("median_ms")->interval, (Interval{1, 2}));
  EXPECT_EQ(read.rows[0].find("median_ms")->hint, Hint::time);
  EXPECT_EQ(read.rows[1].text("times/11"), "11");
  EXPECT_FALSE(read.rows[0].at("cover/blocks").there());
  EXPECT_FALSE(read.rows[1].at("cover/threads").there());
  EXPECT_THROW((void)read.rows[0].number("cover/warps"), BadInput);
  EXPECT_EQ(read.skipped, made_up_result().skipped);
}

std::string complaint(const std::string& text) {
  try {
    result_from_json(text, "a.json");
  } catch (const BadInput& wrong) {
    return wrong.what();
  }
  return "none";
}

TEST(ResultJson, WhatIsNoneIsRefused) {
  const auto refused = [](const std::string& text, const std::string& begin = "a.json: ") {
    return testing::refused([&] { result_from_json(text, "a.json"); }, begin);
  };
  using testing::Refused;
  for (const char* text : {"{}", R"({"heteroscope_bench": 1})", "[]"})
    EXPECT_EQ(refused(text), (Refused{Wrong::kind, "a.json"})) << text;
  EXPECT_EQ(refused(R"({"heteroscope_bench": 2})"), (Refused{Wrong::kind, "fields"}));
  EXPECT_EQ(refused(R"({"heteroscope_bench": 2, "fields": {}})"), (Refused{Wrong::kind, "rows"}));
  EXPECT_EQ(
      refused(R"({"heteroscope_bench": 2, "fields": {}, "rows": [{"a": 1}], "skipped": []})", "a.json: rows[0]: "),
      (Refused{Wrong::unknown, "a"}));
  EXPECT_EQ(refused(R"({"heteroscope_bench": 2, "fields": {"a": {"hint": "x"}}, "rows": [], "skipped": []})").thing,
            "fields.a.hint");
  EXPECT_EQ(refused("{"), (Refused{Wrong::damaged, "a.json"}));
}

TEST(ResultJson, RowsHaveATime) {
  const auto damaged = [](const char* id, const DatumValue& value) {
    Result out = made_up_result();
    ResultRow& row = out.rows[0];
    std::erase_if(row.data, [&](const Datum& each) { return each.id == id; });
    for (const auto& [end, ms] : {std::pair{"median_low_ms", 1.0}, {"median_high_ms", 2.0}})
      if (std::string(end) != id) row.data.push_back(datum(end, ms, Hint::time, "ms"));
    if (value != DatumValue()) row.data.push_back(datum(id, value, Hint::time, "ms"));
    return complaint(result_json(out));
  };
  EXPECT_EQ(damaged("other_ms", 1.0), "none");
  EXPECT_EQ(damaged("median_ms", {}), "a.json: rows[0]: median_ms is missing");
  EXPECT_EQ(damaged("median_ms", -1.0), "a.json: rows[0]: median_ms: -1 is not a time");
  EXPECT_EQ(damaged("median_ms", "fast"), "a.json: rows[0]: median_ms is not a number");
  EXPECT_EQ(damaged("median_ms", 3.0),
            "a.json: rows[0]: median_ms: 3 is not from median_low_ms, 1, to median_high_ms, 2");
  EXPECT_EQ(damaged("median_high_ms", 0.5),
            "a.json: rows[0]: median_ms: 1.25 is not from median_low_ms, 1, to median_high_ms, 0.5");
}

TEST(ResultCsv, HasEveryColumnOnce) {
  EXPECT_EQ(result_csv(made_up_result()).substr(0, result_csv(made_up_result()).find("times")),
            "variant,reference,lanes_0_share,lanes_1_share,cover_blocks,cover_threads,median_ms,median_ms_least,"
            "median_ms_most,");
  const std::string csv = result_csv(made_up_result());
  EXPECT_NE(csv.find("\nsimd,true,,,,,1.25,1,2,"), std::string::npos) << csv;
  EXPECT_NE(csv.find(",\"a, b\"\n"), std::string::npos) << "the machine stands in each line: " << csv;
}

TEST(Datum, IsShownAsPeopleReadIt) {
  EXPECT_EQ(shown(datum("a", 1.5, Hint::time)), "1.500 ms");
  EXPECT_EQ(shown(datum("a", 0.125, Hint::share)), "12.5 %");
  EXPECT_EQ(shown(datum("a", 2e9, Hint::rate, "cells/s")), "2.00 Gcells/s");
  EXPECT_EQ(shown(datum("a", std::int64_t{7})), "7");
  EXPECT_EQ(shown(datum("a", true)), "true");
  EXPECT_EQ(shown(datum("a", DatumValue(), Hint::time)), "");
  EXPECT_EQ(shown(datum("a", "word", Hint::time)), "word");
}

}  // namespace
}  // namespace heteroscope
