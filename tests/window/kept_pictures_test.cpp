#include "app/window/model/pictures/kept_pictures.hpp"

#include <gtest/gtest.h>

#include "app/window/model/comparing.hpp"
#include "app/window/model/pictures/comparison.hpp"
#include "core/device/device.hpp"
#include "core/run/execute.hpp"
#include "kernels/registry.hpp"

namespace heteroscope {
namespace {

std::shared_ptr<const Frame> frame_of(const char* workload, double width = 32) {
  Settings settings = default_settings(find_workload(catalog(), workload));
  settings.problem.size = {static_cast<int>(width), 24};
  if (settings.problem.parameters.contains("n")) settings.problem.parameters["n"] = 33;
  Executor executor;
  return std::make_shared<const Frame>(*executor.execute(*plan(settings, catalog(), device::all()).plan, {}));
}

std::string letters(const KeptPictures& kept) {
  std::string out;
  for (const KeptPicture& each : kept.all()) out += each.letter;
  return out;
}

TEST(KeptPictures, SaysHowEachWasMade) {
  KeptPictures kept;
  EXPECT_EQ(kept.chosen(), nullptr);
  EXPECT_EQ(kept.keep(frame_of("mandelbrot")).about, "simd_tuned, fp64, 32 × 24");
  EXPECT_EQ(kept.keep(frame_of("heat")).about, "simd, fp64, 33 × 33, step 0");
  EXPECT_EQ(kept.chosen()->name(), "B");
}

TEST(Comparisons, WithTheInputBeginAsAHeatMap) {
  Comparison comparison;
  compare_with(comparison, CompareWith::reference);
  EXPECT_EQ(comparison.style, CompareStyle::mask);
  compare_with(comparison, CompareWith::input);
  EXPECT_EQ(comparison.with, CompareWith::input);
  EXPECT_EQ(comparison.style, CompareStyle::heat) << "a mask would be white all over";
  comparison.style = CompareStyle::mask;
  compare_with(comparison, CompareWith::input);
  EXPECT_EQ(comparison.style, CompareStyle::mask) << "it was chosen";
  comparison.style = CompareStyle::wipe;
  compare_with(comparison, CompareWith::nothing);
  compare_with(comparison, CompareWith::input);
  EXPECT_EQ(comparison.style, CompareStyle::wipe);
}

TEST(KeptPictures, LettersAreUsedAgain) {
  KeptPictures kept;
  const auto first = frame_of("mandelbrot");
  kept.keep(first);
  for (int i = 0; i < 3; ++i) kept.keep(frame_of("mandelbrot"));
  EXPECT_EQ(letters(kept), "ABCD");
  EXPECT_EQ(kept.keep(first).letter, 'A') << "it is there already";
  EXPECT_EQ(kept.all().size(), 4U);
  kept.drop('C');
  EXPECT_EQ(kept.chosen()->letter, 'A');
  EXPECT_EQ(kept.keep(frame_of("mandelbrot")).letter, 'C');
  kept.drop('C');
  EXPECT_EQ(kept.chosen()->letter, 'B');
  while (!kept.all().empty()) kept.drop(kept.all().back().letter);
  EXPECT_EQ(kept.chosen(), nullptr);
}

TEST(KeptPictures, TheOldestGoesWhereThereWouldBeTooMany) {
  KeptPictures kept;
  for (std::size_t i = 0; i < KeptPictures::most; ++i) kept.keep(frame_of("mandelbrot"));
  EXPECT_EQ(letters(kept), "ABCDEF");
  const auto second = kept.all()[1].frame;
  kept.keep(frame_of("mandelbrot", 40));
  EXPECT_EQ(letters(kept), "ABCDEF");
  EXPECT_EQ(kept.chosen()->letter, 'A');
  EXPECT_EQ(kept.all()[0].about, "simd_tuned, fp64, 40 × 24");
  EXPECT_EQ(kept.all()[1].frame, second);
}

TEST(CycleCompare, GoesThroughAllThatAreKept) {
  Comparison comparison;
  comparison.kept.keep(frame_of("mandelbrot"));
  comparison.kept.keep(frame_of("mandelbrot"));
  std::string seen;
  for (int i = 0; i < 8; ++i) {
    cycle_compare(comparison);
    seen += comparison.with == CompareWith::nothing     ? "-"
            : comparison.with == CompareWith::reference ? "r"
                                                        : comparison.kept.chosen()->name();
  }
  EXPECT_EQ(seen, "rAB-rAB-");
  comparison.with = CompareWith::kept;
  drop_kept(comparison, 'A');
  EXPECT_EQ(comparison.with, CompareWith::kept);
  drop_kept(comparison, 'B');
  EXPECT_EQ(comparison.with, CompareWith::nothing);
}

TEST(DifferingShare, IsOfWhatWasCompared) {
  Diff diff{.size = {100, 100}, .values = 5050, .differing = 101};
  EXPECT_EQ(differing_share(diff), "2 %");
}

}  // namespace
}  // namespace heteroscope
