#include "core/model/settings/settings.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "core/device/device.hpp"
#include "tests/unit/fake_workload.hpp"
#include "tests/unit/refused.hpp"

namespace heteroscope {
namespace {

using testing::fake_catalog;
using testing::fake_workload;
using testing::refusal;
using testing::Refused;
using testing::refused;

TEST(Settings, DefaultsAreTheWorkloads) {
  const Settings settings = default_settings(fake_workload());
  EXPECT_EQ(settings.problem.workload, "fake");
  EXPECT_EQ(settings.problem.parameters.at("span"), 2.5);
  EXPECT_EQ(settings.problem.parameters.at("count"), 500);
  EXPECT_EQ(settings.execution.variants.at("first"), (StageChoice{"quick", "cuda_a"}));
  EXPECT_EQ(settings.execution.variants.at("second"), (StageChoice{"sweep", ""}));
  EXPECT_EQ(settings.execution.processor, Processor::cpu);
  EXPECT_EQ(settings.look.palette, "dusk");
  EXPECT_EQ(settings.look.scale, "sqrt");
  EXPECT_TRUE(settings.look.automatic);
  EXPECT_EQ(settings.problem.size, (Size{1280, 720}));
}

TEST(Settings, DefaultSourceAndPaletteAreTheWorkloads) {
  const Settings settings = default_settings(testing::filter_workload());
  EXPECT_EQ(settings.problem.source, (Source{.id = "noise", .number = 1}));
  EXPECT_EQ(settings.look.palette, "gray");
  EXPECT_EQ(settings.problem.parameters, (Values{{"border", 1}, {"radius", 2}}));
  Workload live = testing::filter_workload();
  live.image->default_source = "fake";
  EXPECT_EQ(default_settings(live).problem.source, (Source{.id = "fake"}));
  // What takes no image has no source.
  live.image.reset();
  EXPECT_EQ(default_settings(live).problem.source, Source{});
  EXPECT_EQ(default_settings(fake_workload()).problem.source, Source{});
}

TEST(Settings, ASceneIsWhollyShown) {
  Workload workload = fake_workload();
  workload.navigation = Navigation{.center_x = "", .center_y = "", .span = "span", .detail = "count"};
  const Scene scene{"near", "Near", {{"span", 0.2}, {"count", 700}}};
  const auto span_at = [&](Size size, double span) {
    Scene shown = scene;
    shown.values["span"] = span;
    Settings settings = default_settings(workload);
    settings.problem.size = size;
    apply_scene(settings, workload, shown);
    EXPECT_EQ(settings.problem.parameters.at("count"), 700);
    return settings.problem.parameters.at("span");
  };
  EXPECT_EQ(span_at({500, 500}, 0.2), 0.2);
  EXPECT_EQ(span_at({500, 900}, 0.2), 0.2);
  EXPECT_DOUBLE_EQ(span_at({1000, 500}, 0.2), 0.4);
  EXPECT_NEAR(span_at({1280, 720}, 0.2), 0.2 * 16 / 9, 1e-10);
  EXPECT_EQ(span_at({1000, 10}, 900), 1000);  // held inside the parameter's range
  // Where nothing navigates, and in a scene without a span, values stay as they are.
  Settings settings = default_settings(workload);
  apply_scene(settings, workload, {"count", "Count", {{"count", 3}}});
  EXPECT_EQ(settings.problem.parameters.at("span"), 2.5);
  apply_scene(settings, fake_workload(), scene);
  EXPECT_EQ(settings.problem.parameters.at("span"), 0.2);
}

TEST(Settings, ChoosesTheVariantOfItsProcessor) {
  Settings settings = default_settings(fake_workload());
  choose_variant(settings, fake_workload(), "cuda_b");
  EXPECT_EQ(settings.execution.variants.at("first"), (StageChoice{"quick", "cuda_b"}));
  choose_variant(settings, fake_workload(), "first=plain");
  EXPECT_EQ(settings.execution.variants.at("first"), (StageChoice{"plain", "cuda_b"}));
  choose_variant(settings, fake_workload(), "second=plain");
  EXPECT_EQ(settings.execution.variants.at("second"), (StageChoice{"plain", ""}));
}

TEST(Settings, NamesWhatIsWrongWithAVariant) {
  Settings settings = default_settings(fake_workload());
  const Settings before = settings;
  const auto choose = [&](std::string_view text) {
    return refused([&] { choose_variant(settings, fake_workload(), text); });
  };
  const auto offers = [&](std::string_view text, const std::string& names) {
    return refusal([&] { choose_variant(settings, fake_workload(), text); }).find(names) != std::string::npos;
  };
  for (const char* text : {"slow", "third=plain", "second=quick", ""})
    EXPECT_EQ(choose(text), (Refused{Wrong::unknown, "variant"})) << text;
  EXPECT_EQ(choose("plain"), (Refused{Wrong::value, "variant"})) << "it is in two stages";
  EXPECT_TRUE(offers("slow", "first=plain, first=quick, first=cuda_a, first=cuda_b, second=plain, second=sweep"));
  EXPECT_TRUE(offers("plain", "first=plain, second=plain"));
  EXPECT_TRUE(offers("third=plain", "first, second"));
  EXPECT_EQ(settings, before);
}

TEST(Settings, ParsesSizes) {
  EXPECT_EQ(parse_size("size", "1280x720"), (Size{1280, 720}));
  EXPECT_EQ(parse_size("size", "1X1"), (Size{1, 1}));
  EXPECT_EQ(parse_size("size", "65536x65536"), (Size{65536, 65536}));
}

TEST(Settings, RefusesSizes) {
  const auto wrong = [](std::string_view text) {
    return refused([&] { parse_size("--size", text); }, fmt::format("--size: \"{}\" ", text));
  };
  for (const char* text : {"0x720", "1280x-1", "2147483648x1", "99999999999999999999x1"})
    EXPECT_EQ(wrong(text), (Refused{Wrong::value, "--size"})) << text;
  for (const char* text :
       {"", "x", "1280", "1280x", "x720", "12.5x4", "1280 x 720", "1280x720x3", "axb", "1-x2", "--1x2"}) {
    EXPECT_EQ(wrong(text), (Refused{Wrong::kind, "--size"})) << text;
  }
}

TEST(Settings, ParsesBlocks) {
  EXPECT_EQ(parse_block("32x8"), (BlockShape{32, 8}));
  EXPECT_EQ(parse_block("256"), (BlockShape{256, 1}));
  EXPECT_EQ(parse_block("1x1024"), (BlockShape{1, 1024}));
  EXPECT_EQ(parse_block("32x32").threads(), 1024);
}

TEST(Settings, RefusesBlocks) {
  const auto wrong = [](std::string_view text) {
    return refused([&] { parse_block(text); }, fmt::format("block: \"{}\" ", text));
  };
  for (const char* text : {"64x32", "0", "0x8", "8x0", "-1x8", "1025", "4294967296x4294967296", "99999999999999999999"})
    EXPECT_EQ(wrong(text), (Refused{Wrong::value, "block"})) << text;
  for (const char* text : {"", "x", "8x", "x8", "8x8x8", "eight"})
    EXPECT_EQ(wrong(text), (Refused{Wrong::kind, "block"})) << text;
}

TEST(Workload, IsFoundByItsId) {
  EXPECT_EQ(&find_workload(fake_catalog(), "fake"), &fake_workload());
  EXPECT_EQ(refused([] { find_workload(fake_catalog(), "real"); }, "workload: \"real\" "),
            (Refused{Wrong::unknown, "workload"}));
  EXPECT_EQ(fake_workload().find_parameter("none"), nullptr);
}

TEST(Workload, ReferenceIsTheFirstCpuVariant) {
  EXPECT_EQ(fake_workload().stages[0].reference(), "plain");
  EXPECT_EQ(fake_workload().stages[0].find("cuda_b")->processor, Processor::gpu);
  EXPECT_EQ(fake_workload().stages[0].find("sweep"), nullptr);
  EXPECT_EQ(Stage{}.reference(), "");
}

TEST(Workload, AbsentVariantSaysWhy) {
  const Variant absent = absent_gpu_variant();
  EXPECT_EQ(absent.processor, Processor::gpu);
  EXPECT_EQ(absent.run, nullptr);
  EXPECT_EQ(absent.unavailable({}), "this program was built without CUDA");
}

}  // namespace
}  // namespace heteroscope
