// What is said of files that are being written.
#include "app/window/features/files/files_feature.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <future>
#include <thread>

#include "tests/unit/set_variable.hpp"
#include "tests/unit/temporary_folder.hpp"
#include "tests/window/all_features.hpp"
#include "tests/window/driven_program.hpp"
#include "tests/window/transpose_text.hpp"
#include "tests/window/window_parts.hpp"

namespace heteroscope {
namespace {

class FilesFeatureTest : public ::testing::Test {
 protected:
  FilesFeatureTest() {
    parts_.model.catalog = catalog();
    parts_.model.workload = parts_.model.catalog.front();
    *parts_.model.edit() = default_settings(*parts_.model.workload);
  }
  /// Orders a file that is written once the gate is open.
  void order() {
    parts_.ui.files.push_back(
        {.stem = "gated", .extension = ".txt", .make = [open = open_](const Append& /*append*/) { open.wait(); }});
  }
  void step(double by_s) {
    parts_.ui.now_s += by_s;
    files_.on_frame(parts_.all(), {});
  }
  [[nodiscard]] std::string said() { return files_.badge(parts_.all()).text; }

  std::promise<void> gate_;
  testing::TemporaryFolder folder_;

 private:
  std::shared_future<void> open_ = gate_.get_future().share();
  testing::SetVariable exports_{"HETEROSCOPE_EXPORT_DIR", folder_.path()};
  AllFeatures features_;

 protected:
  WindowParts parts_;
  FilesFeature& files_ = features_->of<FilesFeature>();
};

TEST_F(FilesFeatureTest, WritingIsSaidOnceItTakesLong) {
  step(60);
  order();
  step(60);
  EXPECT_EQ(said(), "") << "it has begun just now";
  step(2);
  EXPECT_EQ(said(), "1 file is being written");
  order();
  step(0);
  EXPECT_EQ(said(), "2 files are being written");
  gate_.set_value();
  while (files_.activity(parts_.all()).busy) std::this_thread::yield();
  step(0);
  EXPECT_EQ(said(), "");
}

TEST_F(FilesFeatureTest, ADroppedFileOfOnesOwnIsAVariantAndComputes) {
  const std::filesystem::path file = folder_.path() / "dropped.cpp";
  std::ofstream(file) << testing::transpose_text("image.in(x, y)");
  files_.take_dropped({file});
  ASSERT_TRUE(wait_for([&] {
    files_.before_engine(parts_.all());
    return parts_.model.chosen.has_value();
  }));
  ASSERT_EQ(parts_.model.chosen->problem.workload, "transpose");
  const Stage& stage = find_workload(catalog(), "transpose").stages.front();
  const Variant* const variant = stage.find("dropped.cpp");
  ASSERT_NE(variant, nullptr);
  EXPECT_EQ(variant->own->path, file);
  const Execution& execution = parts_.model.chosen->execution;
  EXPECT_EQ(execution.processor, Processor::cpu);
  EXPECT_EQ(execution.variants.at(std::string(stage.id)).cpu, "dropped.cpp");
}

}  // namespace
}  // namespace heteroscope
