#include "core/model/schema/settings_json.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "core/io/file.hpp"
#include "core/io/png/png.hpp"
#include "kernels/registry.hpp"
#include "tests/json.hpp"
#include "tests/unit/fake_workload.hpp"
#include "tests/unit/refused.hpp"
#include "tests/unit/temporary_folder.hpp"

namespace heteroscope {
namespace {

using nlohmann::json;
using testing::fake_catalog;
using testing::fake_workload;
using testing::refusal;
using testing::Refused;
using testing::refused;

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
  settings.look = {.palette = "cycle", .scale = "cyclic", .automatic = false, .low = -1.5, .high = 1e17};
  return settings;
}

std::string settings_text(const Settings& settings) {
  return to_json(settings, fake_catalog());
}

Settings read(const std::string& text) {
  return settings_from_json(text, "s.json", fake_catalog());
}

/// The text of the unusual settings with the value at `where` put into them.
std::string text_with(const char* where, const json& value) {
  json document = json_of(settings_text(unusual()));
  document[json::json_pointer(where)] = value;
  return dump_of(document);
}

/// What is wrong with these, by the file's name first.
Refused wrong(const char* where, const json& value) {
  return refused([&] { read(text_with(where, value)); }, "s.json: ");
}

/// The names that are offered instead of an unknown one.
std::string known(const char* where, const json& value) {
  const std::string line = refusal([&] { read(text_with(where, value)); });
  const std::size_t begin = line.find("(known: ");
  return begin == line.npos ? "" : line.substr(begin + 8, line.size() - begin - 9);
}

TEST(SettingsJson, HasWhetherTheScaleWasChosen) {
  Settings settings = unusual();
  EXPECT_EQ(settings_text(settings).find("scale_chosen"), std::string::npos) << "as in older files";
  settings.look.scale_chosen = true;
  EXPECT_EQ(read(settings_text(settings)), settings);
}

TEST(SettingsJson, RoundTrips) {
  EXPECT_EQ(read(settings_text(unusual())), unusual());
  EXPECT_EQ(read(settings_text(default_settings(fake_workload()))), default_settings(fake_workload()));
}

TEST(SettingsJson, EveryPrecisionRoundTrips) {
  for (const auto& [precision, id] : ids<Precision>) {
    Settings settings = unusual();
    settings.problem.precision = precision;
    EXPECT_EQ(json_of(settings_text(settings))["precision"], id);
    EXPECT_EQ(read(settings_text(settings)), settings);
  }
}

TEST(SettingsJson, LooksAsDocumented) {
  const json document = json_of(settings_text(unusual()));
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
  EXPECT_EQ(json_of(settings_text(default_settings(fake_workload())))["block"], "default");
}

TEST(SettingsJson, KeepsEveryBitOfADouble) {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> exponent(-290, 290), mantissa(-10, 10);
  Settings settings = default_settings(fake_workload());
  for (int i = 0; i < 2000; ++i) {
    settings.look.low = mantissa(random) * std::pow(10, exponent(random));
    settings.look.high = mantissa(random);
    settings.problem.parameters["span"] = std::fabs(mantissa(random)) + 1e-12;
    EXPECT_EQ(read(settings_text(settings)), settings);
  }
  for (const double value :
       {-0.0, 5e-324, 1.7976931348623157e308, 9007199254740993.0, 9007199254740992.0, -123456789012.0}) {
    settings.look.low = value;
    const double back = read(settings_text(settings)).look.low;
    EXPECT_EQ(back, value);
    EXPECT_EQ(std::signbit(back), std::signbit(value));
  }
}

TEST(SettingsJson, IsAscii) {
  for (const char c : settings_text(unusual())) EXPECT_TRUE(c > 0);
  Settings settings = unusual();
  settings.look.palette = "d\xc3\xa9j\xc3\xa0";
  EXPECT_NE(settings_text(settings).find("d\\u00e9j\\u00e0"), std::string::npos);
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

/// A file that the first state of the program wrote, which knew neither orbits of several kinds nor stages' tunables.
TEST(SettingsJson, OnesOfAnEarlierStateOpen) {
  const Settings opened = settings_from_json(R"({"heteroscope": 1, "workload": "mandelbrot",
    "parameters": {"center_re": -0.743643887037151, "center_im": 0.13182590420533, "span": 1e-6,
                   "max_iterations": 2000},
    "variants": {"escape": {"cpu": "omp_dynamic", "gpu": "cuda_tuned"}},
    "processor": "cpu", "split": 0.5, "memory": "device", "block": "default", "mapping": "default",
    "precision": "fp64", "threads": 0, "size": "1280x720",
    "look": {"palette": "dusk", "scale": "log", "automatic": true, "low": 0, "high": 1}})",
                                             "s.json", catalog());
  Settings expected = default_settings(find_workload(catalog(), "mandelbrot"));
  for (const auto& [id, value] : {std::pair<const char*, double>{"center_re", -0.743643887037151},
                                  {"center_im", 0.13182590420533},
                                  {"span", 1e-6},
                                  {"max_iterations", 2000}})
    expected.problem.parameters[id] = value;
  expected.execution.variants["escape"] = {"omp_dynamic", "cuda_tuned"};
  expected.execution.processor = Processor::cpu;
  expected.problem.precision = Precision::fp64;
  expected.problem.size = {1280, 720};
  expected.look = {.palette = "dusk", .scale = "log"};
  EXPECT_EQ(opened, expected);
}

TEST(SettingsJson, NeedsVersionAndWorkload) {
  EXPECT_EQ(refused([] { read(R"({"workload": "fake"})"); }, "s.json: settings: the key \"heteroscope\""),
            (Refused{Wrong::missing, "settings"}));
  EXPECT_EQ(refused([] { read(R"({"heteroscope": 1})"); }, "s.json: "), (Refused{Wrong::missing, "workload"}));
  EXPECT_EQ(wrong("/heteroscope", 2), (Refused{Wrong::unknown, "heteroscope"}));
  EXPECT_EQ(wrong("/heteroscope", "1"), (Refused{Wrong::kind, "heteroscope"}));
  EXPECT_EQ(wrong("/heteroscope", 1.5), (Refused{Wrong::kind, "heteroscope"}));
}

TEST(SettingsJson, NamesUnknownKeys) {
  EXPECT_EQ(wrong("/colour", 1), (Refused{Wrong::unknown, "colour"}));
  EXPECT_EQ(
      known("/colour", 1),
      "heteroscope, version, workload, parameters, source, variants, processor, split, memory, block, mapping, "
      "precision, threads, size, tunables, steps, steps_per_frame, strokes, channel, binding, isolate, link, look");
  EXPECT_EQ(wrong("/look/gamma", 1), (Refused{Wrong::unknown, "look.gamma"}));
  const char* const look =
      "palette, stops, inverted, shift, scale, scale_chosen, automatic, low, high, period, samples";
  EXPECT_EQ(known("/look/gamma", 1), look);
  EXPECT_EQ(wrong("/parameters/zoom", 1), (Refused{Wrong::unknown, "parameters.zoom"}));
  EXPECT_EQ(known("/parameters/zoom", 1), "span, count, smooth");
  EXPECT_EQ(wrong("/variants/third", json::object()), (Refused{Wrong::unknown, "variants.third"}));
  EXPECT_EQ(known("/variants/third", json::object()), "first, second");
  EXPECT_EQ(known("/variants/first/tpu", "x"), "cpu, gpu");
  EXPECT_EQ(wrong("/variants/first/tpu", "x"), (Refused{Wrong::unknown, "variants.first.tpu"}));
  EXPECT_EQ(wrong("/a\nb", 1), (Refused{Wrong::unknown, "a\\x0ab"})) << "in one line";
}

TEST(SettingsJson, NamesUnknownIds) {
  EXPECT_EQ(wrong("/workload", "real"), (Refused{Wrong::unknown, "workload"}));
  EXPECT_EQ(known("/workload", "real"), "fake");
  EXPECT_EQ(wrong("/variants/first/cpu", "slow"), (Refused{Wrong::unknown, "variants.first.cpu"}));
  EXPECT_EQ(known("/variants/first/cpu", "slow"), "plain, quick");
  EXPECT_EQ(known("/variants/first/gpu", "plain"), "cuda_a, cuda_b");
  EXPECT_EQ(known("/variants/second/gpu", ""), "");
  EXPECT_EQ(wrong("/variants/first/gpu", "plain"), (Refused{Wrong::unknown, "variants.first.gpu"}));
  EXPECT_EQ(wrong("/variants/second/gpu", ""), (Refused{Wrong::unknown, "variants.second.gpu"}));
  EXPECT_EQ(wrong("/processor", "tpu"), (Refused{Wrong::unknown, "processor"}));
  EXPECT_EQ(known("/processor", "tpu"),
            "cpu, gpu, split; gpu:0,1, gpu:all, split:cpu,gpu:0,1; cpu@MACHINE, gpu@MACHINE and so on; "
            "split:cpu,gpu:0@MACHINE");
  EXPECT_EQ(known("/memory", "host"), "device, managed, pinned");
  EXPECT_EQ(known("/precision", "fp16"), "fp32, fp64, int32");
  EXPECT_EQ(known("/mapping", "3d"), "1d, 2d");
  EXPECT_EQ(wrong("/memory", "host"), (Refused{Wrong::unknown, "memory"}));
  EXPECT_EQ(wrong("/precision", "fp16"), (Refused{Wrong::unknown, "precision"}));
  EXPECT_EQ(wrong("/mapping", "3d"), (Refused{Wrong::unknown, "mapping"}));
  EXPECT_EQ(wrong("/look/palette", "neon"), (Refused{Wrong::unknown, "look.palette"}));
  EXPECT_TRUE(known("/look/palette", "neon").starts_with("dusk"));
  EXPECT_EQ(wrong("/look/scale", "cubic"), (Refused{Wrong::unknown, "look.scale"}));
  EXPECT_EQ(known("/look/scale", "cubic"), "linear, sqrt, log, cyclic, histogram, distance");
}

TEST(SettingsJson, ABuildWithoutCudaOpensWhatOneWithItSaved) {
  const Variant absent = absent_gpu_variant();
  Workload workload = fake_workload();
  for (NamedVariant& named : workload.stages[0].variants)
    if (named.variant->processor == Processor::gpu) named.variant = &absent;
  const Workload* const only[] = {&workload};
  EXPECT_EQ(settings_from_json(settings_text(unusual()), "s.json", only), unusual());
}

TEST(SettingsJson, NamesValuesOutOfRange) {
  EXPECT_EQ(wrong("/parameters/span", 0), (Refused{Wrong::value, "parameters.span"}));
  EXPECT_EQ(wrong("/parameters/count", 2.5), (Refused{Wrong::value, "parameters.count"}));
  EXPECT_EQ(wrong("/split", 1.5), (Refused{Wrong::value, "split"}));
  EXPECT_EQ(wrong("/threads", -1), (Refused{Wrong::value, "threads"}));
  EXPECT_EQ(wrong("/threads", 1.5), (Refused{Wrong::value, "threads"}));
  EXPECT_EQ(wrong("/size", "0x5"), (Refused{Wrong::value, "size"}));
  EXPECT_EQ(wrong("/block", "64x64"), (Refused{Wrong::value, "block"}));
}

TEST(SettingsJson, NamesWrongTypes) {
  EXPECT_EQ(wrong("/parameters", 1), (Refused{Wrong::kind, "parameters"}));
  EXPECT_EQ(wrong("/parameters/span", "1"), (Refused{Wrong::kind, "parameters.span"}));
  EXPECT_EQ(wrong("/parameters/span", true), (Refused{Wrong::kind, "parameters.span"}));
  EXPECT_EQ(wrong("/variants/first", "plain"), (Refused{Wrong::kind, "variants.first"}));
  EXPECT_EQ(wrong("/variants/first/cpu", 0), (Refused{Wrong::kind, "variants.first.cpu"}));
  EXPECT_EQ(wrong("/split", nullptr), (Refused{Wrong::kind, "split"}));
  EXPECT_EQ(wrong("/size", json::array({1, 2})), (Refused{Wrong::kind, "size"}));
  EXPECT_EQ(wrong("/look/automatic", 1), (Refused{Wrong::kind, "look.automatic"}));
  for (const char* text : {"[]", "1", "null", "\"heteroscope\""}) {
    EXPECT_EQ(refused([&] { read(text); }, "s.json: "), (Refused{Wrong::kind, "settings"})) << text;
  }
}

TEST(SettingsJson, CutAtAnyLengthIsRefused) {
  const std::string whole = settings_text(unusual());
  for (std::size_t length = 0; length < whole.size() - 2; ++length) {
    EXPECT_EQ(refused([&] { read(whole.substr(0, length)); }, "s.json: "), (Refused{Wrong::damaged, "s.json"}))
        << length;
  }
}

TEST(SettingsJson, OtherTextsAreRefused) {
  for (const std::string& text : {std::string("hello"), std::string("\x00\x01\x02", 3), std::string("{\"a\": 1e999}"),
                                  std::string("{\"\xff\": 1}"), std::string(300000, '[')}) {
    EXPECT_EQ(refused([&] { read(text); }, "s.json: "), (Refused{Wrong::damaged, "s.json"}));
  }
  EXPECT_EQ(refused([] { read(std::string(34000000, ' ')); }, "s.json: "), (Refused{Wrong::value, "s.json"}));
}

TEST(SettingsJson, WhatIsNotFiniteIsNotSaved) {
  Settings settings = unusual();
  settings.look.high = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refused([&] { settings_text(settings); }, "look.high: inf "), (Refused{Wrong::value, "look.high"}));
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

/// The text of the filter with that source in place of another one.
std::string with_source(const json& source) {
  json document = json_of(image_text(filtered({.id = "gradient"})));
  document["source"] = source;
  return dump_of(document);
}

Refused wrong_source(const json& source) {
  return refused([&] { read_image(with_source(source)); }, "s.json: ");
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
  EXPECT_FALSE(json_of(settings_text(unusual())).contains("source"));
}

TEST(SettingsJson, WithoutASourceItIsTheWorkloads) {
  EXPECT_EQ(read_image(R"({"heteroscope": 1, "workload": "filter"})"), default_settings(testing::filter_workload()));
  EXPECT_EQ(read_image(R"({"heteroscope": 1, "workload": "filter", "source": {"id": "checkerboard"}})").problem.source,
            (Source{.id = "checkerboard", .number = 32}));
}

TEST(SettingsJson, NamesWhatIsWrongWithASource) {
  EXPECT_EQ(wrong("/source", json{{"id", "noise"}}), (Refused{Wrong::unused, "source"}));
  EXPECT_EQ(wrong_source("noise"), (Refused{Wrong::kind, "source"}));
  EXPECT_EQ(wrong_source({{"seed", 3}}), (Refused{Wrong::unknown, "source.seed"}));
  EXPECT_EQ(wrong_source(json::object()), (Refused{Wrong::missing, "source.id"}));
  EXPECT_EQ(wrong_source({{"id", "plasma"}}), (Refused{Wrong::unknown, "source.id"}));
  // The filter's result is no source.
  EXPECT_EQ(wrong_source({{"id", "filter"}}), (Refused{Wrong::unknown, "source.id"}));
  for (const json& source : {json::object(), json{{"id", "plasma"}}, json{{"id", "filter"}}}) {
    const std::string line = refusal([&] { read_image(with_source(source)); });
    EXPECT_TRUE(
        line.ends_with("(known: file, fake, gradient, checkerboard, zone_plate, noise, integers, "
                       "wide_integers, constant)"))
        << line;
  }
  EXPECT_EQ(wrong_source({{"id", 3}}), (Refused{Wrong::kind, "source.id"}));
  EXPECT_EQ(wrong_source({{"id", "file"}}), (Refused{Wrong::missing, "source.file"}));
  EXPECT_EQ(wrong_source({{"id", "file"}, {"file", ""}}), (Refused{Wrong::missing, "source.file"}));
  EXPECT_EQ(wrong_source({{"id", "noise"}, {"file", "a.png"}}), (Refused{Wrong::unused, "source.file"}));
  EXPECT_EQ(wrong_source({{"id", "gradient"}, {"number", 3}}), (Refused{Wrong::unused, "source.number"}));
  EXPECT_EQ(wrong_source({{"id", "noise"}, {"parameters", json::object()}}),
            (Refused{Wrong::unused, "source.parameters"}));
  EXPECT_EQ(wrong_source({{"id", "noise"}, {"number", 2.5}}), (Refused{Wrong::value, "source.number"}));
  EXPECT_EQ(wrong_source({{"id", "noise"}, {"number", "7"}}), (Refused{Wrong::kind, "source.number"}));
  EXPECT_EQ(wrong_source({{"id", "fake"}, {"parameters", {{"span", 0}}}}),
            (Refused{Wrong::value, "source.parameters.span"}));
  EXPECT_EQ(wrong_source({{"id", "fake"}, {"parameters", {{"zoom", 0}}}}),
            (Refused{Wrong::unknown, "source.parameters.zoom"}));
}

TEST(SettingsJson, NamesWhatIsWrongWithAChoice) {
  json document = json_of(image_text(filtered({.id = "gradient"})));
  const auto border = [&](const json& value) {
    document["parameters"]["border"] = value;
    return refused([&] { read_image(dump_of(document)); }, "s.json: ");
  };
  EXPECT_EQ(border("wrap"), (Refused{Wrong::unknown, "parameters.border"}));
  EXPECT_EQ(border(1), (Refused{Wrong::kind, "parameters.border"}));
  EXPECT_EQ(border("zero"), (Refused{Wrong::unsaid, "(nothing thrown)"}));
}

TEST(SettingsJson, NamesThatAreNotUtf8AreNotSaved) {
  EXPECT_EQ(refused([] { image_text(filtered({.id = "file", .file = "\xe4.png"})); }),
            (Refused{Wrong::kind, "source"}));
}

TEST(LoadSettings, ReadsJsonAndPng) {
  const testing::TemporaryFolder folder;
  write_file(folder.path() / "s.json", settings_text(unusual()));
  EXPECT_EQ(load_settings(folder.path() / "s.json", fake_catalog()), unusual());
  // What a file is is told from its content, not from its name.
  write_png(folder.path() / "picture.dat", {{2, 1}, {1, 2}}, settings_text(unusual()));
  EXPECT_EQ(load_settings(folder.path() / "picture.dat", fake_catalog()), unusual());
}

TEST(LoadSettings, NamesTheFile) {
  const testing::TemporaryFolder folder;
  const auto path = folder.path() / "p.png";
  const auto load = [&] { return refused([&] { load_settings(path, fake_catalog()); }, path.string() + ": "); };
  const auto is = [&](Wrong wrong) { return Refused{wrong, path.string()}; };
  EXPECT_EQ(refusal([&] { load_settings(path, fake_catalog()); }),
            "cannot read " + path.string() + ": No such file or directory");
  write_png(path, {{2, 1}, {1, 2}}, "");
  EXPECT_EQ(load(), is(Wrong::missing));
  write_png(path, {{2, 1}, {1, 2}}, "no settings");
  EXPECT_EQ(load(), is(Wrong::damaged));
  write_file(path, std::string("\x89PNG\r\n\x1a\n"));
  EXPECT_EQ(load(), is(Wrong::damaged));
  write_file(path, std::string());
  EXPECT_EQ(load(), is(Wrong::damaged));
}

}  // namespace
}  // namespace heteroscope
