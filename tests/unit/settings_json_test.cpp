#include "core/model/schema/settings_json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "core/io/file.hpp"
#include "core/io/png/png.hpp"
#include "tests/json.hpp"
#include "tests/unit/fake_workload.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope {
namespace {

using nlohmann::json;
using testing::fake_catalog;
using testing::fake_workload;
using testing::refusal;

Settings unusual() {
  Settings settings = default_settings(fake_workload());
  settings.problem.parameters["span"] = 0.1 + 0.2;
  settings.problem.parameters["count"] = 12345;
  settings.problem.parameters["smooth"] = 1;
  settings.execution.variants["first"] = {"plain", "cuda_b"};
  settings.execution.variants["second"].cpu = "plain";
  settings.execution.processor = Processor::split;
  settings.execution.shares = {1.0 / 3};
  settings.execution.memory = MemoryKind::managed;
  settings.execution.block = {32, 8};
  settings.execution.mapping = "2d";
  settings.problem.precision = Precision::fp32;
  settings.execution.threads = 3;
  settings.problem.size = {641, 479};
  settings.look = {"cycle", "cyclic", false, -1.5, 1e17};
  return settings;
}

std::string text_of(const Settings& settings) {
  return to_json(settings, fake_catalog());
}

Settings read(const std::string& text) {
  return settings_from_json(text, "s.json", fake_catalog());
}

// The line that answers the unusual settings with the value at `where` put into them.
std::string wrong(const char* where, const json& value) {
  json document = json_of(text_of(unusual()));
  document[json::json_pointer(where)] = value;
  return refusal([&] { read(dump_of(document)); });
}

TEST(SettingsJson, RoundTrips) {
  EXPECT_EQ(read(text_of(unusual())), unusual());
  EXPECT_EQ(read(text_of(default_settings(fake_workload()))), default_settings(fake_workload()));
}

TEST(SettingsJson, EveryPrecisionRoundTrips) {
  for (const auto& [precision, id] : ids<Precision>) {
    Settings settings = unusual();
    settings.problem.precision = precision;
    EXPECT_EQ(json_of(text_of(settings))["precision"], id);
    EXPECT_EQ(read(text_of(settings)), settings);
  }
}

TEST(SettingsJson, LooksAsDocumented) {
  const json document = json_of(text_of(unusual()));
  EXPECT_EQ(document["heteroscope"], 1);
  EXPECT_EQ(document["workload"], "fake");
  EXPECT_EQ(document["parameters"]["count"], 12345);
  EXPECT_EQ(document["variants"]["first"], (json{{"cpu", "plain"}, {"gpu", "cuda_b"}}));
  EXPECT_EQ(document["processor"], "split");
  EXPECT_EQ(document["memory"], "managed");
  EXPECT_EQ(document["block"], "32x8");
  EXPECT_EQ(document["mapping"], "2d");
  EXPECT_EQ(document["precision"], "fp32");
  EXPECT_EQ(document["size"], "641x479");
  EXPECT_EQ(document["look"]["palette"], "cycle");
  EXPECT_EQ(json_of(text_of(default_settings(fake_workload())))["block"], "default");
}

TEST(SettingsJson, KeepsEveryBitOfADouble) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> exponent(-290, 290), mantissa(-10, 10);
  Settings settings = default_settings(fake_workload());
  for (int i = 0; i < 2000; ++i) {
    settings.look.low = mantissa(random) * std::pow(10, exponent(random));
    settings.look.high = mantissa(random);
    settings.problem.parameters["span"] = std::fabs(mantissa(random)) + 1e-12;
    EXPECT_EQ(read(text_of(settings)), settings);
  }
  for (const double value :
       {-0.0, 5e-324, 1.7976931348623157e308, 9007199254740993.0, 9007199254740992.0, -123456789012.0}) {
    settings.look.low = value;
    const double back = read(text_of(settings)).look.low;
    EXPECT_EQ(back, value);
    EXPECT_EQ(std::signbit(back), std::signbit(value));
  }
}

TEST(SettingsJson, IsAscii) {
  for (const char c : text_of(unusual())) EXPECT_TRUE(c > 0);
  Settings settings = unusual();
  settings.look.palette = "d\xc3\xa9j\xc3\xa0";
  EXPECT_NE(text_of(settings).find("d\\u00e9j\\u00e0"), std::string::npos);
}

TEST(SettingsJson, WhatIsMissingTakesTheDefault) {
  EXPECT_EQ(read(R"({"heteroscope": 1, "workload": "fake"})"), default_settings(fake_workload()));
  Settings expected = default_settings(fake_workload());
  expected.problem.parameters["smooth"] = 1;
  expected.execution.variants["first"].gpu = "cuda_b";
  EXPECT_EQ(read(R"({"heteroscope": 1, "workload": "fake", "parameters": {"smooth": true},
                     "variants": {"first": {"gpu": "cuda_b"}}, "block": "default", "mapping": "default", "look": {}})"),
            expected);
}

TEST(SettingsJson, NeedsVersionAndWorkload) {
  EXPECT_EQ(refusal([] { read(R"({"workload": "fake"})"); }),
            "s.json: settings: the key \"heteroscope\": 1 is missing: not settings that heteroscope wrote");
  EXPECT_EQ(refusal([] { read(R"({"heteroscope": 1})"); }), "s.json: workload: is missing (known: fake)");
  EXPECT_EQ(wrong("/heteroscope", 2), "s.json: heteroscope: version 2 is unknown; this program reads 1");
  EXPECT_EQ(wrong("/heteroscope", "1"), "s.json: heteroscope: is not a version number (1)");
  EXPECT_EQ(wrong("/heteroscope", 1.5), "s.json: heteroscope: is not a version number (1)");
}

TEST(SettingsJson, NamesUnknownKeys) {
  EXPECT_EQ(wrong("/colour", 1),
            "s.json: colour: unknown key (known: heteroscope, version, workload, parameters, source, variants, "
            "processor, split, "
            "memory, block, mapping, precision, threads, size, tunables, steps, steps_per_frame, strokes, binding, "
            "look)");
  EXPECT_EQ(wrong("/look/gamma", 1),
            "s.json: look.gamma: unknown key (known: palette, scale, automatic, low, high, samples)");
  EXPECT_EQ(wrong("/parameters/zoom", 1),
            "s.json: parameters.zoom: fake has no such parameter (known: span, count, smooth)");
  EXPECT_EQ(wrong("/variants/third", json::object()),
            "s.json: variants.third: fake has no such stage (known: first, second)");
  EXPECT_EQ(wrong("/variants/first/tpu", "x"), "s.json: variants.first.tpu: unknown key (known: cpu, gpu)");
  EXPECT_EQ(wrong("/a\nb", 1).find('\n'), std::string::npos);
}

TEST(SettingsJson, NamesUnknownIds) {
  EXPECT_EQ(wrong("/workload", "real"), "s.json: workload: \"real\" is unknown (known: fake)");
  EXPECT_EQ(wrong("/variants/first/cpu", "slow"),
            "s.json: variants.first.cpu: \"slow\" is unknown (known: plain, quick)");
  EXPECT_EQ(wrong("/variants/first/gpu", "plain"),
            "s.json: variants.first.gpu: \"plain\" is unknown (known: cuda_a, cuda_b)");
  EXPECT_EQ(wrong("/variants/second/gpu", ""), "s.json: variants.second.gpu: \"\" is unknown (known: )");
  EXPECT_EQ(wrong("/processor", "tpu"),
            "s.json: processor: \"tpu\" is unknown (known: cpu, gpu, split; gpu:0,1, gpu:all, split:cpu,gpu:0,1)");
  EXPECT_EQ(wrong("/memory", "host"), "s.json: memory: \"host\" is unknown (known: device, managed, pinned)");
  EXPECT_EQ(wrong("/precision", "fp16"), "s.json: precision: \"fp16\" is unknown (known: fp32, fp64, int32)");
  EXPECT_EQ(wrong("/mapping", "3d"), "s.json: mapping: \"3d\" is unknown (known: 1d, 2d)");
  EXPECT_NE(wrong("/look/palette", "neon").find("s.json: look.palette: \"neon\" is unknown (known: dusk"),
            std::string::npos);
  EXPECT_EQ(wrong("/look/scale", "cubic"),
            "s.json: look.scale: \"cubic\" is unknown (known: linear, sqrt, log, cyclic, histogram, distance)");
}

TEST(SettingsJson, ABuildWithoutCudaOpensWhatOneWithItSaved) {
  const Variant absent = absent_gpu_variant();
  Workload workload = fake_workload();
  for (NamedVariant& named : workload.stages[0].variants)
    if (named.variant->processor == Processor::gpu) named.variant = &absent;
  const Workload* const only[] = {&workload};
  EXPECT_EQ(settings_from_json(text_of(unusual()), "s.json", only), unusual());
}

TEST(SettingsJson, NamesValuesOutOfRange) {
  EXPECT_EQ(wrong("/parameters/span", 0), "s.json: parameters.span: 0 is outside 1e-300 to 1000");
  EXPECT_EQ(wrong("/parameters/count", 2.5), "s.json: parameters.count: 2.5 is not a whole number (1 to 1000000)");
  EXPECT_EQ(wrong("/split", 1.5), "s.json: split: 1.5 is outside 0 to 1");
  EXPECT_EQ(wrong("/threads", -1), "s.json: threads: -1 is outside 0 to 1024");
  EXPECT_EQ(wrong("/threads", 1.5), "s.json: threads: 1.5 is not a whole number");
  EXPECT_EQ(wrong("/size", "0x5"), "s.json: size: \"0x5\" is outside 1x1 to 2147483647x2147483647");
  EXPECT_EQ(wrong("/block", "64x64"), "s.json: block: \"64x64\" does not fit: a block has 1 to 1024 threads");
}

TEST(SettingsJson, NamesWrongTypes) {
  EXPECT_EQ(wrong("/parameters", 1), "s.json: parameters: is not an object ({…})");
  EXPECT_EQ(wrong("/parameters/span", "1"), "s.json: parameters.span: is not a number");
  EXPECT_EQ(wrong("/parameters/span", true), "s.json: parameters.span: is not a number");
  EXPECT_EQ(wrong("/variants/first", "plain"), "s.json: variants.first: is not an object ({…})");
  EXPECT_EQ(wrong("/variants/first/cpu", 0), "s.json: variants.first.cpu: is not a text (\"…\")");
  EXPECT_EQ(wrong("/split", nullptr), "s.json: split: is not a number");
  EXPECT_EQ(wrong("/size", json::array({1, 2})), "s.json: size: is not a text (\"…\")");
  EXPECT_EQ(wrong("/look/automatic", 1), "s.json: look.automatic: is neither true nor false");
  for (const char* text : {"[]", "1", "null", "\"heteroscope\""}) {
    EXPECT_EQ(refusal([&] { read(text); }), "s.json: settings: is not an object ({…})") << text;
  }
}

TEST(SettingsJson, CutAtAnyLengthIsRefused) {
  const std::string whole = text_of(unusual());
  for (std::size_t length = 0; length < whole.size() - 2; ++length) {
    const std::string line = refusal([&] { read(whole.substr(0, length)); });
    EXPECT_EQ(line.rfind("s.json: not JSON, or cut short: ", 0), 0u) << length << line;
    EXPECT_EQ(line.find('\n'), std::string::npos);
  }
}

TEST(SettingsJson, OtherTextsAreRefused) {
  for (const std::string& text : {std::string("hello"), std::string("\x00\x01\x02", 3), std::string("{\"a\": 1e999}"),
                                  std::string("{\"\xff\": 1}"), std::string(300000, '[')}) {
    EXPECT_EQ(refusal([&] { read(text); }).rfind("s.json: not JSON, or cut short: ", 0), 0u);
  }
  EXPECT_EQ(refusal([] { read(std::string(34000000, ' ')); }),
            "s.json: 34000000 bytes are too many for settings (at most 33554432)");
}

TEST(SettingsJson, WhatIsNotFiniteIsNotSaved) {
  Settings settings = unusual();
  settings.look.high = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal([&] { text_of(settings); }), "look.high: inf is not a finite number and cannot be saved");
}

Settings filtered(const Source& source) {
  Settings settings = default_settings(testing::filter_workload());
  settings.problem.parameters["border"] = 2;
  settings.problem.source = source;
  return settings;
}

std::string image_text(const Settings& settings) {
  return to_json(settings, testing::image_catalog());
}

Settings read_image(const std::string& text) {
  return settings_from_json(text, "s.json", testing::image_catalog());
}

// The line that answers a source in place of another one's.
std::string wrong_source(const json& source) {
  json document = json_of(image_text(filtered({.id = "gradient"})));
  document["source"] = source;
  return refusal([&] { read_image(dump_of(document)); });
}

TEST(SettingsJson, EverySourceRoundTrips) {
  for (const Source& source :
       {Source{.id = "gradient"}, Source{.id = "noise", .number = 4294967295}, Source{.id = "constant", .number = -0.1},
        Source{.id = "file", .file = "pictures/a \"b\" \xc3\xa4.png"}, Source{.id = "fake"},
        Source{.id = "fake", .values = {{"span", 0.1}, {"smooth", 1}}}}) {
    EXPECT_EQ(read_image(image_text(filtered(source))), filtered(source)) << source.id;
  }
}

TEST(SettingsJson, SourcesAndChoicesLookAsDocumented) {
  const json file = json_of(image_text(filtered({.id = "file", .file = "a.png"})));
  EXPECT_EQ(file["source"], (json{{"id", "file"}, {"file", "a.png"}}));
  EXPECT_EQ(file["parameters"], (json{{"border", "mirror"}, {"radius", 2}}));
  EXPECT_EQ(json_of(image_text(filtered({.id = "noise", .number = 7})))["source"],
            (json{{"id", "noise"}, {"number", 7}}));
  EXPECT_EQ(json_of(image_text(filtered({.id = "fake", .values = {{"count", 9}}})))["source"],
            (json{{"id", "fake"}, {"parameters", {{"count", 9}}}}));
  EXPECT_FALSE(json_of(text_of(unusual())).contains("source"));
}

TEST(SettingsJson, WithoutASourceItIsTheWorkloads) {
  EXPECT_EQ(read_image(R"({"heteroscope": 1, "workload": "filter"})"), default_settings(testing::filter_workload()));
  EXPECT_EQ(read_image(R"({"heteroscope": 1, "workload": "filter", "source": {"id": "checkerboard"}})").problem.source,
            (Source{.id = "checkerboard", .number = 32}));
}

TEST(SettingsJson, NamesWhatIsWrongWithASource) {
  EXPECT_EQ(wrong("/source", json{{"id", "noise"}}), "s.json: source: fake takes no image");
  EXPECT_EQ(wrong_source("noise"), "s.json: source: is not an object ({…})");
  EXPECT_EQ(wrong_source({{"seed", 3}}), "s.json: source.seed: unknown key (known: id, file, number, parameters)");
  const std::string known =
      "(known: file, fake, gradient, checkerboard, zone_plate, noise, integers, wide_integers, constant)";
  EXPECT_EQ(wrong_source(json::object()), "s.json: source.id: is missing " + known);
  EXPECT_EQ(wrong_source({{"id", "plasma"}}), "s.json: source.id: \"plasma\" is unknown " + known);
  // Its result is no source.
  EXPECT_EQ(wrong_source({{"id", "filter"}}), "s.json: source.id: \"filter\" is unknown " + known);
  EXPECT_EQ(wrong_source({{"id", 3}}), "s.json: source.id: is not a text (\"…\")");
  EXPECT_EQ(wrong_source({{"id", "file"}}), "s.json: source.file: is missing: the image's path");
  EXPECT_EQ(wrong_source({{"id", "file"}, {"file", ""}}), "s.json: source.file: is missing: the image's path");
  EXPECT_EQ(wrong_source({{"id", "noise"}, {"file", "a.png"}}), "s.json: source.file: noise takes none");
  EXPECT_EQ(wrong_source({{"id", "gradient"}, {"number", 3}}), "s.json: source.number: gradient takes none");
  EXPECT_EQ(wrong_source({{"id", "noise"}, {"parameters", json::object()}}),
            "s.json: source.parameters: noise takes none");
  EXPECT_EQ(wrong_source({{"id", "noise"}, {"number", 2.5}}),
            "s.json: source.number: noise: 2.5 is not a whole number (0 to 4294967295)");
  EXPECT_EQ(wrong_source({{"id", "noise"}, {"number", "7"}}), "s.json: source.number: is not a number");
  EXPECT_EQ(wrong_source({{"id", "fake"}, {"parameters", {{"span", 0}}}}),
            "s.json: source.parameters.span: 0 is outside 1e-300 to 1000");
  EXPECT_EQ(wrong_source({{"id", "fake"}, {"parameters", {{"zoom", 0}}}}),
            "s.json: source.parameters.zoom: fake has no such parameter (known: span, count, smooth)");
}

TEST(SettingsJson, NamesWhatIsWrongWithAChoice) {
  json document = json_of(image_text(filtered({.id = "gradient"})));
  const auto border = [&](const json& value) {
    document["parameters"]["border"] = value;
    return refusal([&] { read_image(dump_of(document)); });
  };
  EXPECT_EQ(border("wrap"), "s.json: parameters.border: \"wrap\" is unknown (known: zero, clamp, mirror)");
  EXPECT_EQ(border(1), "s.json: parameters.border: is none of zero, clamp, mirror");
  EXPECT_EQ(border("zero"), "(nothing thrown)");
}

TEST(SettingsJson, NamesThatAreNotUtf8AreNotSaved) {
  EXPECT_EQ(refusal([] { image_text(filtered({.id = "file", .file = "\xe4.png"})); }),
            R"(source: the file's name "\xe4.png" is not UTF-8 and cannot be saved)");
}

TEST(LoadSettings, ReadsJsonAndPng) {
  const testing::TemporaryFolder folder;
  write_file(folder.path() / "s.json", text_of(unusual()));
  EXPECT_EQ(load_settings(folder.path() / "s.json", fake_catalog()), unusual());
  // What a file is is told from its content, not from its name.
  write_png(folder.path() / "picture.dat", {{2, 1}, {1, 2}}, text_of(unusual()));
  EXPECT_EQ(load_settings(folder.path() / "picture.dat", fake_catalog()), unusual());
}

TEST(LoadSettings, NamesTheFile) {
  const testing::TemporaryFolder folder;
  const auto path = folder.path() / "p.png";
  const auto load = [&] { return refusal([&] { load_settings(path, fake_catalog()); }); };
  EXPECT_EQ(load(), "cannot read " + path.string() + ": No such file or directory");
  write_png(path, {{2, 1}, {1, 2}}, "");
  EXPECT_EQ(load(), path.string() + ": this PNG carries no heteroscope settings; PNGs exported by heteroscope do");
  write_png(path, {{2, 1}, {1, 2}}, "no settings");
  EXPECT_EQ(load().rfind(path.string() + ": not JSON, or cut short: ", 0), 0u);
  write_file(path, std::string("\x89PNG\r\n\x1a\n"));
  EXPECT_EQ(load(), path.string() + ": this PNG is cut short");
  write_file(path, std::string());
  EXPECT_EQ(load().rfind(path.string() + ": not JSON, or cut short: ", 0), 0u);
}

}  // namespace
}  // namespace heteroscope
