#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "app/window/export_task.hpp"
#include "app/window/format.hpp"
#include "app/window/frame_history.hpp"
#include "app/window/remember.hpp"
#include "core/error.hpp"
#include "kernels/registry.hpp"

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

void put(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path) << text;
}

TEST(Format, TimesHaveFourDigitsAndAUnit) {
  EXPECT_EQ(format_ms(0.12345), "0.123 ms");
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

TEST(NumberedPath, StartsAtOneAndGoesOnAfterTheHighest) {
  const Folder folder;
  EXPECT_EQ(numbered_path(folder.path(), "heteroscope-x", ".png").filename(), "heteroscope-x-001.png");
  put(folder.path() / "heteroscope-x-001.png", "");
  put(folder.path() / "heteroscope-x-007.png", "");
  put(folder.path() / "heteroscope-x-009.npy", "");
  put(folder.path() / "heteroscope-x-diff-044.png", "");
  EXPECT_EQ(numbered_path(folder.path(), "heteroscope-x", ".png").filename(), "heteroscope-x-008.png");
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
  sample.timing.gpu_compute = 2;
  sample.timing.cpu_compute = 4;
  sample.operations = 8e6;
  EXPECT_DOUBLE_EQ(sample.operations_per_s(), 2e9);
}

TEST(FrameHistory, CsvHasALineAFrame) {
  FrameHistory history;
  FrameSample sample;
  sample.variant = "simd";
  history.add(sample);
  std::istringstream csv(history.csv());
  std::string head;
  std::string line;
  ASSERT_TRUE(std::getline(csv, head));
  ASSERT_TRUE(std::getline(csv, line));
  EXPECT_EQ(std::ranges::count(head, ','), std::ranges::count(line, ','));
  EXPECT_NE(head.find("gpu_compute_ms"), std::string::npos);
  EXPECT_NE(head.find("input_ms"), std::string::npos);
}

TEST(Memory, NothingRememberedGivesTheDefaults) {
  const Folder folder;
  const Memory memory = load_memory(folder.path() / "window.json", catalog());
  EXPECT_FALSE(memory.settings);
  EXPECT_EQ(memory.preferences, Preferences{});
}

TEST(Memory, RoundTrip) {
  const Folder folder;
  const std::filesystem::path path = folder.path() / "sub" / "window.json";
  Settings settings = default_settings(*catalog().front());
  settings.precision = Precision::fp32;
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
  preferences.width = 900;
  preferences.height = 700;
  save_memory(path, settings, preferences, catalog());
  const Memory memory = load_memory(path, catalog());
  EXPECT_EQ(memory.settings, settings);
  EXPECT_EQ(memory.preferences, preferences);
}

TEST(Memory, DamagedFilesAreNamed) {
  const Folder folder;
  const std::filesystem::path path = folder.path() / "window.json";
  for (const char* text : {"", "{", "[]", "{}", R"({"heteroscope_window": 99})",
                           R"({"heteroscope_window": 1, "window": {"theme": "plaid"}})",
                           R"({"heteroscope_window": 1, "window": {"theme": 3}})",
                           R"({"heteroscope_window": 1, "settings": {"heteroscope": 1, "workload": "none"}})"}) {
    put(path, text);
    try {
      load_memory(path, catalog());
      ADD_FAILURE() << "accepted: " << text;
    } catch (const BadInput& wrong) {
      EXPECT_EQ(std::string(wrong.what()).find('\n'), std::string::npos) << wrong.what();
    }
  }
}

}  // namespace
}  // namespace heteroscope
