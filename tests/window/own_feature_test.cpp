// When saves of a person's file are compared with the reference. Without a display; the saves compute in a worker of
// this program.
#include "app/window/features/own/own_feature.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>

#include "core/base/failure.hpp"
#include "core/device/device.hpp"
#include "core/own/compile/cpu_compiler.hpp"
#include "core/own/own_variants.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"
#include "tests/unit/set_variable.hpp"
#include "tests/unit/temporary_folder.hpp"
#include "tests/window/all_features.hpp"
#include "tests/window/driven_program.hpp"
#include "tests/window/transpose_text.hpp"
#include "tests/window/window_parts.hpp"

namespace heteroscope {
namespace {

constexpr const char* right_element = "image.in(x, y)";
constexpr const char* wrong_element = "T(0)";

/// A file with a transpose, which is open in a window.
class SavesOfAFile : public ::testing::Test {
 protected:
  void SetUp() override {
    if (CpuCompiler::installed().empty()) GTEST_SKIP() << "skipped: there is no C++ compiler";
    parts_.model.catalog = catalog();
    parts_.model.workload = &find_workload(catalog(), "transpose");
    *parts_.model.edit() = default_settings(*parts_.model.workload);
  }
  FrameView& view() { return parts_.view; }
  /// Saves a transpose with these elements, and waits until that computes.
  void save(const std::string& element) {
    const std::string text = testing::transpose_text(element);
    const bool is_first = !std::filesystem::exists(file_);
    const std::filesystem::path beside = folder_.path() / "beside";
    std::ofstream(beside) << text;
    std::filesystem::rename(beside, file_);
    if (is_first) own_variants().add(file_, text);
    for (const char* const state : {" is being compiled", " compiled in "}) {
      ASSERT_TRUE(wait_for([&] {
        feature_.before_engine(parts_.all());
        return feature_.badge(parts_.all()).text.starts_with(id() + state);
      })) << feature_.badge(parts_.all()).text;
    }
  }
  [[nodiscard]] std::string id() const { return file_.filename().string(); }
  /// Ends a frame of the window. Returns whether a save is being compared after it.
  bool compares(bool quiet) {
    feature_.on_frame(parts_.all(), {.quiet = quiet});
    return feature_.activity(parts_.all()).comparing;
  }
  /// Returns whether there come frames in which no save is compared: two, since what ends within the first is noted in
  /// the second.
  bool ends_comparing(bool quiet) {
    return wait_for([&] { return !compares(quiet) && !compares(quiet); });
  }
  /// Opens the page, over a picture that the file has computed.
  void open_page() {
    Settings settings = parts_.model.settings();
    settings.problem.size = {96, 64};
    settings.execution.processor = Processor::cpu;
    settings.execution.variants["transpose"].cpu = id();
    Executor executor;
    const Plan planned = *plan(settings, catalog(), device::all()).plan;
    view().frame = std::make_shared<const Frame>(*executor.execute(planned, WholeRun{}));
    feature_.open(parts_.all());
  }
  /// Returns how often the words stand in a text.
  static int count(const std::string& text, const std::string& words) {
    int out = 0;
    for (std::size_t at = text.find(words); at != std::string::npos; at = text.find(words, at + 1)) ++out;
    return out;
  }
  /// Returns the number of the save that computes, as graphs name it.
  [[nodiscard]] int number_of_present() const {
    return parts_.model.saves.at(parts_.model.workload->stages.front().find(id()));
  }
  bool measures_ceilings() { return features_->of<RooflineGraph>().activity(parts_.all()).measures_idle; }

 private:
  testing::TemporaryFolder folder_;
  testing::SetVariable cache_{"XDG_CACHE_HOME", folder_.path()};
  // a name of its own: variants stay known as long as the process lives
  std::filesystem::path file_ =
      folder_.path() / (std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()) + ".cpp");
  WindowParts parts_;
  AllFeatures features_;
  OwnFeature& feature_ = features_->of<OwnFeature>();
};

TEST_F(SavesOfAFile, AreNumberedForTheGraphs) {
  for (const std::string element : {right_element, wrong_element}) {
    ASSERT_NO_FATAL_FAILURE(save(element));
    EXPECT_EQ(number_of_present(), element == right_element ? 1 : 2);
  }
}

TEST_F(SavesOfAFile, AreNotComparedWhileTimesAreMeasured) {
  ASSERT_NO_FATAL_FAILURE(save(right_element));
  for (bool Activity::*const measuring : {&Activity::measuring, &Activity::measures_idle}) {
    view().activity.*measuring = true;
    ASSERT_TRUE(ends_comparing(true)) << "what is under way is given up";
    view().activity.*measuring = false;
    EXPECT_TRUE(compares(true)) << "it has not been compared yet";
  }
}

TEST_F(SavesOfAFile, AreComparedBeforeTheCeilingsAreMeasured) {
  ASSERT_NO_FATAL_FAILURE(save(wrong_element));
  ASSERT_NO_FATAL_FAILURE(open_page());
  EXPECT_TRUE(compares(true));
  EXPECT_FALSE(measures_ceilings());
  ASSERT_TRUE(ends_comparing(true));
  EXPECT_TRUE(wait_for([&] { return !compares(true) && measures_ceilings(); })) << "after the save's own times";
}

TEST_F(SavesOfAFile, EarlierOnesAreComparedOnlyAsLongAsNothingElseIsWanted) {
  ASSERT_NO_FATAL_FAILURE(save(right_element));
  ASSERT_NO_FATAL_FAILURE(save(wrong_element));
  EXPECT_TRUE(compares(false)) << "the one that computes";
  ASSERT_TRUE(ends_comparing(false));
  EXPECT_TRUE(compares(true)) << "the earlier one";
  ASSERT_TRUE(ends_comparing(false));
  EXPECT_TRUE(compares(true)) << "it was given up, and has not been compared yet";
}

TEST_F(SavesOfAFile, AreNotSaidToFailAsTheSaveBeforeDid) {
  ASSERT_NO_FATAL_FAILURE(save(right_element));
  view().progress.failure = {Failure::Kind::variant_fault, id() + ": it was ended"};
  ::testing::internal::CaptureStderr();
  EXPECT_FALSE(compares(true)) << "what has failed would only fail again";
  ASSERT_NO_FATAL_FAILURE(save(wrong_element));
  view().progress.busy = true;
  EXPECT_FALSE(compares(false)) << "its first picture is computed";
  view().progress.busy = false;
  view().canceled = true;
  EXPECT_TRUE(compares(false)) << "nobody knows that it fails";
  EXPECT_EQ(count(::testing::internal::GetCapturedStderr(), id() + ": it was ended"), 1);
}

TEST_F(SavesOfAFile, AreSaidToDifferOnStandardErrorOnlyWhereTheyCompute) {
  ASSERT_NO_FATAL_FAILURE(save(wrong_element));
  ASSERT_NO_FATAL_FAILURE(save(wrong_element + std::string(" + T(0)")));
  ::testing::internal::CaptureStderr();
  EXPECT_TRUE(ends_comparing(true)) << "both are compared, and differ in the same way";
  const std::string said = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(count(said, id() + ": in a small case of \"verify\" (fp"), 1) << said;
}

}  // namespace
}  // namespace heteroscope
