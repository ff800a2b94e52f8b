#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <thread>
#include <vector>

#include "app/tune/candidates.hpp"
#include "app/tune/kept.hpp"
#include "kernels/registry.hpp"
#include "kernels/simd_targets.hpp"
#include "tests/unit/temporary_folder.hpp"

/// What a search may choose from, and winners that are kept.
namespace heteroscope {
namespace {

/// A device as the plans see it; nothing is run on it.
device::Facts card() {
  device::Facts out;
  out.available = true;
  out.name = "a GPU";
  out.memory_bytes = std::size_t{1} << 36;
  out.max_threads_per_block = 1024;
  out.multiprocessors = 100;
  out.concurrent_managed_access = true;
  out.can_map_host_memory = true;
  out.major = 9;
  return out;
}

Settings small(std::string_view workload) {
  Settings out = default_settings(find_workload(catalog(), workload));
  out.problem.size = {64, 64};
  return out;
}

TEST(TuneCandidates, AreWhatPlansAccept) {
  const Settings settings = small("mandelbrot");
  const TuneCandidates on_cpu = tune_candidates(settings, {.processor = Processor::cpu}, catalog(), card());
  ASSERT_TRUE(on_cpu.present);
  EXPECT_EQ(on_cpu.space.starts.front(), *on_cpu.present);
  EXPECT_EQ(on_cpu.space.find_axis("block_x"), nullptr);
  ASSERT_NE(on_cpu.space.find_axis("chunk"), nullptr);
  EXPECT_EQ(on_cpu.space.find_axis("chunk")->values.size(), 7u);
  std::set<TunePlaces> different(on_cpu.space.candidates.begin(), on_cpu.space.candidates.end());
  EXPECT_EQ(different.size(), on_cpu.space.candidates.size());
  const TuneCandidates one =
      tune_candidates(settings, {.processor = Processor::cpu, .variants = {"simd"}, .settings = {"threads", "vectors"}},
                      catalog(), card());
  EXPECT_EQ(one.space.candidates.size(), 7u) << "its chunks";
  const TuneCandidates fixed = tune_candidates(
      settings, {.processor = Processor::cpu, .variants = {"simd"}, .settings = {"threads", "vectors", "chunk"}},
      catalog(), card());
  EXPECT_EQ(fixed.space.candidates.size(), 1u);
  const TuneCandidates bound = tune_candidates(settings,
                                               {.processor = Processor::cpu,
                                                .variants = {"simd"},
                                                .settings = {"threads", "vectors", "chunk"},
                                                .searched = {"binding"}},
                                               catalog(), card());
  EXPECT_EQ(bound.space.candidates.size(), 3u) << "where its threads are bound";
  const TuneCandidates standard = tune_candidates(
      settings,
      {.processor = Processor::cpu, .variants = {"std_par_unseq"}, .settings = {"threads"}, .searched = {"binding"}},
      catalog(), card());
  EXPECT_EQ(standard.space.candidates.size(), 1u) << "its threads cannot be bound";
  const TuneCandidates vectors =
      tune_candidates(settings, {.processor = Processor::cpu, .variants = {"simd"}, .settings = {"threads", "chunk"}},
                      catalog(), card());
  std::size_t widths = 0;
  for (const int bits : vector_bits) widths += vectors_unavailable(bits).empty() ? 1 : 0;
  EXPECT_EQ(vectors.space.candidates.size(), widths) << "only those that this CPU has";
}

TEST(TuneCandidates, OfACardHaveBlocksMemoriesAndMappings) {
  Settings settings = small("mandelbrot");
  const Variant* const probe = find_workload(catalog(), "mandelbrot").main_stage().find("cuda_2d");
  if (probe->run == nullptr) GTEST_SKIP() << "this build has no CUDA";
  const TuneCandidates all = tune_candidates(settings, {.processor = Processor::gpu}, catalog(), card());
  EXPECT_GT(all.space.candidates.size(), 1000u);
  EXPECT_LT(all.space.candidates.size(), 5000u);
  for (const char* axis : {"variant", "mapping", "memory", "block_x", "block_y", "tile_rows"})
    EXPECT_NE(all.space.find_axis(axis), nullptr) << axis;
  for (const Settings& each : all.settings) {
    const Stage& stage = find_workload(catalog(), "mandelbrot").main_stage();
    const Variant* const variant = stage.find(each.execution.variants.find(stage.id)->second.gpu);
    if (variant->knobs.blocks == BlockRule::none) continue;
    EXPECT_GE(each.execution.block.threads(), 32);
    EXPECT_LE(each.execution.block.threads(), 1024);
  }
  const TuneCandidates shared = tune_candidates(settings, {.processor = Processor::split}, catalog(), card());
  EXPECT_NE(shared.space.find_axis("share"), nullptr);
  EXPECT_NE(shared.space.find_axis("beside"), nullptr);
}

TunedWinner some_winner(const Settings& settings) {
  TunedWinner out{.of = tuned_for(settings, catalog(), card()),
                  .execution = settings.execution,
                  .text = "simd, chunk 4",
                  .ms = 1.5};
  out.usual_ms = 3;
  out.date_utc = "2026-01-01T00:00:00Z";
  return out;
}

TEST(TunedWinners, AreKeptForMachineWorkloadPrecisionAndSize) {
  Settings settings = small("mandelbrot");
  settings.execution.tunables["chunk"] = 4;
  settings.execution.threads = 2;
  TunedWinners winners;
  winners.keep(some_winner(settings));
  const auto find = [&](const Settings& each) { return winners.find(tuned_for(each, catalog(), card())); };
  ASSERT_NE(find(settings), nullptr);
  Settings other = settings;
  other.problem.size = {90, 90};
  EXPECT_NE(find(other), nullptr) << "less than twice as many";
  other.problem.size = {128, 64};
  EXPECT_EQ(find(other), nullptr);
  other = settings;
  other.problem.precision = Precision::fp32;
  EXPECT_EQ(find(other), nullptr);
  EXPECT_EQ(winners.find(tuned_for(settings, catalog(), device::Facts())), nullptr) << "without the card";
  EXPECT_EQ(tuned_from_json(tuned_to_json(winners, catalog()), "t", catalog()), winners);

  TunedWinner better = some_winner(settings);
  better.ms = 1;
  winners.keep(better);
  ASSERT_EQ(winners.all().size(), 1u);
  EXPECT_EQ(winners.all().front().ms, 1);
  Settings used = small("mandelbrot");
  used.execution.steps_per_frame = 5;
  use_tuned(used, winners.all().front().execution);
  EXPECT_EQ(used.execution.tunables.at("chunk"), 4);
  EXPECT_EQ(used.execution.steps_per_frame, 5);
}

TEST(TunedWinners, ManyAtOnceAreAllKept) {
  const testing::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "tuned.json";
  constexpr int searches = 16;
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < searches; ++i) {
      threads.emplace_back([&, i] {
        TunedWinner winner = some_winner(small("mandelbrot"));
        winner.of.size_class = i;
        TunedRecollection known;
        keep_tuned(path, winner, catalog(), known);
      });
    }
  }
  EXPECT_EQ(load_tuned(path, catalog()).all().size(), std::size_t{searches});
}

TEST(TunedWinners, ADamagedFileIsSetAside) {
  const testing::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "tuned.json";
  EXPECT_EQ(recall_tuned(path, catalog()).trouble, "");
  for (const char* text : {"{", "[]", "{\"heteroscope_tuned\": 2}", "{\"heteroscope_tuned\": 1, \"winners\": 3}",
                           "{\"heteroscope_tuned\": 1, \"winners\": [{\"workload\": \"mandelbrot\"}]}",
                           "{\"heteroscope_tuned\": 1, \"winners\": [{\"workload\": \"blur\", \"settings\": {}}]}"}) {
    std::ofstream(path) << text;
    const TunedRecollection found = recall_tuned(path, catalog());
    EXPECT_TRUE(found.winners.all().empty());
    EXPECT_TRUE(found.trouble.starts_with("the saved winners cannot be used: " + path.string() + ":")) << found.trouble;
    EXPECT_TRUE(found.trouble.ends_with("; kept as " + path.string() + ".damaged")) << found.trouble;
    EXPECT_EQ(found.trouble.find('\n'), std::string::npos);
    EXPECT_FALSE(std::filesystem::exists(path));
  }
  // of a workload that another version has
  std::ofstream(path) << "{\"heteroscope_tuned\": 1, \"winners\": [{\"workload\": \"later\"}]}";
  EXPECT_EQ(recall_tuned(path, catalog()).trouble, "");
}

}  // namespace
}  // namespace heteroscope
