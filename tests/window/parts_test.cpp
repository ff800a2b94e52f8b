#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "app/text/format.hpp"
#include "app/window/feature/export_task.hpp"
#include "app/window/features/files/remember.hpp"
#include "app/window/model/times/frame_history.hpp"
#include "app/window/model/ui/toast.hpp"
#include "core/model/schema/settings_json.hpp"
#include "kernels/registry.hpp"
#include "tests/at_once.hpp"
#include "tests/json.hpp"

namespace heteroscope {
namespace {

class Folder {
 public:
  Folder() {
    std::string name = (std::filesystem::temp_directory_path() / "heteroscope-XXXXXX").string();
    if (mkdtemp(name.data()) != nullptr) path_ = name;
  }
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

void put_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path) << text;
}

TEST(Format, TimesHaveFourDigitsAndAUnit) {
  EXPECT_EQ(format_ms(0.12345), "0.123 ms");
  EXPECT_EQ(format_ms(-0.0), "0.000 ms");
  EXPECT_EQ(format_short(-0.0, 3), "0");
  EXPECT_EQ(format_ms(12.345), "12.35 ms");
  EXPECT_EQ(format_ms(123.45), "123.5 ms");
  EXPECT_EQ(format_ms(1234.5), "1234 ms");
}

TEST(Format, RatesHaveAPrefix) {
  EXPECT_EQ(format_si(999), "999.0");
  EXPECT_EQ(format_si(1234), "1.234 k");
  EXPECT_EQ(format_si(5.96e12), "5.960 T");
}

TEST(Format, Counts) {
  EXPECT_EQ(format_count(0), "0");
  EXPECT_EQ(format_count(999), "999");
  EXPECT_EQ(format_count(1234567), "1,234,567");
  EXPECT_EQ(format_count(-1000), "-1,000");
}

TEST(Format, ShortNumbers) {
  EXPECT_EQ(format_short(0, 3), "0");
  EXPECT_EQ(format_short(2000, 3), "2000");
  EXPECT_EQ(format_short(29.43, 3), "29.4");
  EXPECT_EQ(format_short(0.5, 3), "0.5");
  EXPECT_EQ(format_short(1e-9, 3), "1e-09");
}

std::string export_one(const std::filesystem::path& folder) {
  const std::string text = "x";
  return write_numbered(folder, "heteroscope-x", ".png",
                        [&](const Append& append) { append(std::as_bytes(std::span(text))); })
      .filename();
}

TEST(NumberedExports, StartAtOneAndGoOnAfterTheHighest) {
  const Folder folder;
  EXPECT_EQ(export_one(folder.path()), "heteroscope-x-001.png");
  put_text(folder.path() / "heteroscope-x-007.png", "");
  put_text(folder.path() / "heteroscope-x-009.npy", "");
  put_text(folder.path() / "heteroscope-x-diff-044.png", "");
  EXPECT_EQ(export_one(folder.path()), "heteroscope-x-008.png");
}

TEST(NumberedExports, NoNumberIsTheLast) {
  const Folder folder;
  put_text(folder.path() / "heteroscope-x-2147483647.png", "");
  EXPECT_EQ(export_one(folder.path()), "heteroscope-x-2147483648.png");
  put_text(folder.path() / "heteroscope-x-999999999999999999.png", "");
  put_text(folder.path() / "heteroscope-x-18446744073709551615.png", "");
  EXPECT_EQ(export_one(folder.path()), "heteroscope-x-1000000000000000000.png");
  EXPECT_EQ(export_one(folder.path()), "heteroscope-x-1000000000000000001.png");
}

TEST(NumberedExports, SeveralAtATimeLoseNone) {
  for (const bool nameless : {true, false}) {
    NewFile::allow_nameless(nameless);
    const Folder folder;
    constexpr int writers = 4;
    constexpr int each_writes = 12;
    {
      std::vector<std::jthread> threads;
      for (int i = 0; i < writers; ++i) {
        threads.emplace_back([&] {
          for (int k = 0; k < each_writes; ++k) export_one(folder.path());
        });
      }
    }
    const std::filesystem::directory_iterator entries(folder.path());
    EXPECT_EQ(std::distance(begin(entries), end(entries)), writers * each_writes);
  }
  NewFile::allow_nameless(true);
}

TEST(NumberedExports, InAFolderThatShowsNoNames) {
  if (::geteuid() == 0) GTEST_SKIP() << "root may list everything";
  const Folder folder;
  export_one(folder.path());
  std::filesystem::permissions(folder.path(), std::filesystem::perms{0300});
  EXPECT_EQ(export_one(folder.path()), "heteroscope-x-002.png");
  std::filesystem::permissions(folder.path(), std::filesystem::perms{0700});
}

TEST(FrameHistory, KeepsTheLastFrames) {
  FrameHistory history;
  for (std::uint64_t i = 0; i < FrameHistory::longest + 10; ++i) {
    FrameSample sample;
    sample.serial = i;
    sample.timing.total = 10;
    sample.timing.display = i + 1 == FrameHistory::longest + 10 ? 5 : 1;
    history.add(sample);
  }
  EXPECT_EQ(history.samples().size(), FrameHistory::longest);
  EXPECT_EQ(history.samples().front().serial, 10U);
  EXPECT_DOUBLE_EQ(history.times().median, 11);
  EXPECT_DOUBLE_EQ(history.times().maximum, 15);
}

TEST(FrameHistory, RateIsOverTheSlowerSide) {
  FrameSample sample;
  sample.timing.participants = {{.participant = {Processor::gpu}, .compute = 2, .stages = {}},
                                {.participant = {Processor::cpu}, .compute = 4, .stages = {}}};
  sample.operations = 8e6;
  EXPECT_DOUBLE_EQ(sample.operations_per_s(), 2e9);
}

TEST(Memory, NothingRememberedGivesTheDefaults) {
  const Folder folder;
  const auto [memory, trouble] = load_memory(folder.path() / "window.json", catalog());
  EXPECT_EQ(trouble, "");
  EXPECT_FALSE(memory.settings);
  EXPECT_EQ(memory.preferences, Preferences{});
}

TEST(Memory, RoundTrip) {
  const Folder folder;
  const std::filesystem::path path = folder.path() / "sub" / "window.json";
  Settings settings = default_settings(*catalog().front());
  settings.problem.precision = Precision::fp32;
  settings.look.palette = "dusk";
  Preferences preferences;
  preferences.theme = ThemeKind::light;
  preferences.display = DisplayWay::host_copy;
  preferences.right = false;
  preferences.text_size = 1.3;
  preferences.log_counts = true;
  preferences.contours = true;
  preferences.contour_levels = 7;
  preferences.run_plots = false;
  preferences.disks = false;
  preferences.brush_radius = 0.2;
  preferences.brush_strength = 1.5;
  preferences.scope_color = TraceColor::start;
  preferences.scope_costs = false;
  preferences.replay_s = 42.5;
  preferences.lens_variants = {{"blur", {}}, {"transpose", {"cuda_shared", "cuda_shared_padded"}}};
  preferences.movie_s = 7.25;
  preferences.movie_rate = 60;
  preferences.left_width = 400;
  preferences.right_width = 300.5;
  preferences.graphs_height = 222;
  preferences.timeline_height = 333;
  preferences.width = 900;
  preferences.height = 700;
  const std::vector<std::string> recent{"/a/ä b.png", "/c.json"};
  const nlohmann::json view = json_of(to_json(settings, catalog()));
  const std::vector<OwnView> views{{"Antenna", "mandelbrot", dump_of(view)}, {"of a later version", "new", "{}"}};
  save_memory(path, {settings, preferences, recent, views}, catalog());
  const auto [memory, trouble] = load_memory(path, catalog());
  EXPECT_EQ(trouble, "");
  EXPECT_EQ(memory.settings, settings);
  EXPECT_EQ(memory.preferences, preferences);
  EXPECT_EQ(memory.recent, recent);
  EXPECT_EQ(memory.own_views, views);
}

TEST(Memory, OfTwoWindowsEachKeepsWhatTheOtherHasKept) {
  const Folder folder;
  const std::filesystem::path path = folder.path() / "window.json";
  const Settings settings = default_settings(find_workload(catalog(), "heat"));
  const Memory start{settings, {}, {"/old"}, {}};
  save_memory(path, start, catalog());
  Memory first = start;
  first.own_views = {{"a", "heat", "{}"}};
  first.recent = {"/first", "/old"};
  save_memory(path, first, catalog(), start);
  Memory second = start;
  second.own_views = {{"b", "heat", "{}"}};
  second.recent = {"/second", "/old"};
  second.preferences.contours = !start.preferences.contours;
  const Memory kept = save_memory(path, second, catalog(), start).memory;
  EXPECT_EQ(load_memory(path, catalog()).memory, kept);
  EXPECT_EQ(kept.own_views, (std::vector<OwnView>{{"b", "heat", "{}"}, {"a", "heat", "{}"}}));
  EXPECT_EQ(kept.recent, (std::vector<std::string>{"/second", "/first", "/old"}));
  Memory again = first;
  again.own_views.clear();
  const Memory last = save_memory(path, again, catalog(), first).memory;
  EXPECT_EQ(last.own_views, (std::vector<OwnView>{{"b", "heat", "{}"}})) << "removed by the first window";
  EXPECT_EQ(last.preferences, second.preferences) << "the first has changed none";
}

TEST(Memory, OfTwoWindowsThatSaveAtOnceNoViewIsLost) {
  const Folder folder;
  const std::filesystem::path path = folder.path() / "window.json";
  const Memory start{default_settings(find_workload(catalog(), "heat")), {}, {}, {}};
  std::map<std::string, Memory> saved{{"a", start}, {"b", start}};
  testing::save_at_once(12, [&](const std::string& of, int round) {
    Memory& last = saved.at(of);
    Memory next = last;
    next.own_views.push_back({of + std::to_string(round), "heat", "{}"});
    save_memory(path, next, catalog(), last);
    last = next;
  });
  std::set<std::string> names;
  for (const OwnView& each : load_memory(path, catalog()).memory.own_views) names.insert(each.name);
  EXPECT_EQ(names.size(), 24U) << "twelve of each";
}

TEST(Memory, RecentFilesAreTheNewestOfBoth) {
  using List = std::vector<std::string>;
  EXPECT_EQ(merged_recent({"a", "b"}, {"b", "a"}, {"c", "a", "b"}), (List{"b", "c", "a"})) << "b was opened again";
  EXPECT_EQ(merged_recent({"a"}, {"a"}, {"c", "a"}), (List{"c", "a"}));
  List many;
  for (std::size_t i = 0; i < most_recent; ++i) many.push_back(std::to_string(i));
  const List merged = merged_recent(many, {many.back()}, many);
  EXPECT_EQ(merged.size(), most_recent);
}

TEST(Memory, AnIterationThatWouldTakeLongBeginsAnew) {
  const Folder folder;
  const std::filesystem::path path = folder.path() / "window.json";
  Settings heat = default_settings(find_workload(catalog(), "heat"));
  heat.problem.parameters["n"] = 513;
  heat.problem.strokes.push_back({.step = 3, .x = 0.25, .y = 0.5, .radius = 0.1, .amount = -0.3});
  for (const auto& [steps, comes_back] : {std::pair{std::int64_t{9000}, true}, {std::int64_t{900'000'000}, false}}) {
    heat.problem.steps = steps;
    save_memory(path, {heat, {}, {}, {}}, catalog());
    const auto [memory, trouble] = load_memory(path, catalog());
    ASSERT_TRUE(memory.settings);
    EXPECT_EQ(memory.settings->problem.steps, comes_back ? steps : 0);
    EXPECT_EQ(memory.settings->problem.strokes, heat.problem.strokes);
    EXPECT_EQ(trouble.empty(), comes_back);
  }
}

/// Texts that are no window's state.
std::vector<std::string> damaged_states() {
  const std::string start = R"({"heteroscope_window": 1, "window": )";
  const auto settings = [](const std::string& more) {
    return R"({"heteroscope_window": 1, "settings": {"heteroscope": 1, "workload": )" + more + "}}";
  };
  return {"",
          "{",
          "[]",
          "{}",
          R"({"heteroscope_window": 99})",
          start + R"({"theme": "plaid"}})",
          start + R"({"theme": 3}})",
          start + R"({"contours": 3}})",
          start + R"({"width": "wide"}})",
          start + R"({"lens_variants": ["cuda_shared"]}})",
          start + "[]}",
          start + R"({"theme": ")" + std::string(50000, 'x') + "\"}}",
          settings(R"("none")"),
          settings(R"("blur", "source": {"id": "file", "file": ")" + std::string(50000, 'x') + "\"}"),
          settings(R"("mandelbrot", "mapping": ")" + std::string(50000, 'x') + '"'),
          std::string(100000, '['),
          R"({"heteroscope_window": 1, "settings": )" + std::string(100000, '[')};
}

TEST(Memory, DamagedFilesAreKeptAside) {
  const Folder folder;
  const std::filesystem::path path = folder.path() / "window.json";
  for (const std::string& text : damaged_states()) {
    put_text(path, text);
    const auto [memory, trouble] = load_memory(path, catalog());
    EXPECT_EQ(memory.preferences, Preferences{});
    EXPECT_FALSE(memory.settings);
    EXPECT_TRUE(trouble.starts_with("the saved state of the window cannot be used: " + path.string())) << trouble;
    EXPECT_TRUE(trouble.ends_with("kept as " + path.string() + ".damaged")) << trouble;
    EXPECT_LT(trouble.size(), 1000U);
    EXPECT_EQ(trouble.find('\n'), trouble.npos) << trouble;
    EXPECT_FALSE(std::filesystem::exists(path));
    std::ifstream kept(path.string() + ".damaged", std::ios::binary);
    EXPECT_EQ(std::string(std::istreambuf_iterator<char>(kept), {}), text);
  }
}

TEST(Memory, APipeIsNotWaitedFor) {
  const Folder folder;
  const std::filesystem::path path = folder.path() / "window.json";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_NE(load_memory(path, catalog()).trouble.find("it is a pipe"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST(Memory, NumbersBeyondTheirLimitsAreTheNearest) {
  const Memory memory = memory_from_json(
      R"({"heteroscope_window": 1, "window": {"width": 1e300, "height": -1e300, "text_size": 1e9, "contour_levels": 1e99}})",
      "window", catalog());
  EXPECT_EQ(memory.preferences.width, 32768);
  EXPECT_EQ(memory.preferences.height, 0);
  EXPECT_EQ(memory.preferences.text_size, 4);
  EXPECT_EQ(memory.preferences.contour_levels, most_contour_levels);
}

TEST(Toasts, FilesThatAreWrittenTogetherAreOneMessage) {
  Toasts toasts;
  toasts.say_written("/a/one.svg", 0);
  EXPECT_EQ(toasts.all().back().text, "Written: /a/one.svg");
  toasts.say_written("/a/two.png", 0.2);
  toasts.say_written("/a/three.csv", 0.4);
  ASSERT_EQ(toasts.all().size(), 1U);
  EXPECT_EQ(toasts.all().back().text, "Written: 3 files in /a, the last one three.csv");
  EXPECT_EQ(toasts.last_written(), "/a/three.csv");
  toasts.say_written("/b/one.svg", 0.5);
  toasts.say_written("/b/two.svg", 3);
  EXPECT_EQ(toasts.all().size(), 3U) << "another folder, and later";
}

TEST(Toasts, WhateverIsSaidIsALine) {
  Toasts toasts;
  toasts.fail("a\nb " + std::string(100000, 'x'), 0);
  EXPECT_LT(toasts.all().front().text.size(), 200U);
  EXPECT_TRUE(toasts.all().front().text.starts_with("a b xxx"));
}

}  // namespace
}  // namespace heteroscope
