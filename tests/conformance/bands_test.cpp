#include <gtest/gtest.h>

#include <fmt/format.h>

#include <cstring>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "core/color/value_quantiles.hpp"
#include "core/model/settings/processors.hpp"
#include "core/poster/band_pieces.hpp"
#include "core/run/compare.hpp"
#include "core/run/execute.hpp"
#include "core/run/ranks/rank_bands.hpp"
#include "core/run/ranks/rank_executor.hpp"
#include "core/run/ranks/rank_speeds.hpp"
#include "core/world/communicator.hpp"
#include "kernels/laplace/description.hpp"
#include "kernels/registry.hpp"
#include "tests/fakes/threads_world.hpp"

/// Iterations whose rows ranks share, here threads of one process: whatever they are and however rows travel, all bits
/// are one rank's.
namespace heteroscope {
namespace {

Settings settings_of(const std::string& workload, const Values& values, std::int64_t steps,
                     const std::string& variant) {
  const Workload& of = find_workload(catalog(), workload);
  Settings out = default_settings(of);
  for (const auto& [id, value] : values) out.problem.parameters[id] = value;
  out.problem.steps = steps;
  out.execution.processor = of.stages.front().find(variant)->processor;
  out.execution.threads = 2;
  out.look.scale = id_of(ColorScale::histogram);
  choose_variant(out, of, variant);
  return out;
}

/// Empty where it cannot run here.
std::optional<Plan> planned(const Settings& settings) {
  return plan(settings, catalog(), device::all()).plan;
}

/// Of bands, at rank 0, in pieces that end anywhere.
Field gathered(const RankFrame& made, Communicator& communicator) {
  const Size size = made.band.whole.size;
  const Precision precision = made.band.whole.precision;
  const std::size_t cell = bytes_of(precision);
  const auto memory = std::make_shared<Buffer>(MemoryKind::host, static_cast<std::size_t>(size.area()) * cell);
  const Size piece{size.width / 2 + 1, 19};
  bring_pieces(communicator, made.bands, made.band, {size, piece}, [&](const Cutout& part, const FieldView& view) {
    for (int y = 0; y < part.size.height; ++y) {
      const auto at = static_cast<std::size_t>(part.y + y) * static_cast<std::size_t>(size.width) +
                      static_cast<std::size_t>(part.x);
      const std::size_t bytes = static_cast<std::size_t>(part.size.width) * cell;
      std::memcpy(static_cast<std::byte*>(memory->host()) + at * cell,
                  static_cast<const std::byte*>(view.data) + static_cast<std::size_t>(y) * bytes, bytes);
    }
  });
  return {size, precision, memory, nullptr, made.band.whole.domain};
}

void expect_same_words(const Frame& one, const Frame& many) {
  const Summary& a = one.summary;
  const Summary& b = many.summary;
  EXPECT_EQ(std::tie(a.minimum, a.maximum, a.sum, a.zeros, a.nans, a.subnormals, a.count),
            std::tie(b.minimum, b.maximum, b.sum, b.zeros, b.nans, b.subnormals, b.count));
  ASSERT_EQ(one.figures.size(), many.figures.size());
  for (std::size_t i = 0; i < one.figures.size(); ++i)
    EXPECT_EQ(one.figures[i].value, many.figures[i].value) << one.figures[i].label;
  EXPECT_EQ(one.quantiles->shares(), many.quantiles->shares());
}

/// Rank 0's, with the whole result.
RankFrame by_quantiles(const Plan& plan, int count, HaloWay halo, Overlap overlap) {
  RankFrame out;
  testing::ThreadsWorld(count).run([&](World& world) {
    const RankPlan own = *plan_of_rank(plan.settings, catalog(), device::all(), world.rank(), world.count()).plan;
    Communicator communicator(world, {});
    const Failure failed = attempt([&] {
      communicator.begin();
      RankExecutor executor;
      RankFrame made =
          executor.execute(own, {.ranks = {.communicator = &communicator, .halo = halo, .overlap = overlap}}).value();
      made.frame.field = gathered(made, communicator);
      if (world.rank() == 0) out = std::move(made);
    });
    EXPECT_EQ(failed.line, "") << "rank " << world.rank();
    if (failed) communicator.fail(failed);
  });
  return out;
}

struct HaloExchange {
  HaloWay halo;
  Overlap overlap;
};

void expect_bits_of_one(const Settings& settings, std::vector<int> counts,
                        const std::vector<HaloExchange>& exchanges = {{HaloWay::shared, Overlap::always},
                                                                      {HaloWay::pinned, Overlap::never}}) {
  const std::optional<Plan> all = planned(settings);
  if (!all) return;
  Executor executor;
  const Frame one = executor.execute(*all, {}).value();
  for (const int count : counts) {
    // a GPU's variant may want all rows
    const RankPlanned band = plan_of_rank(settings, catalog(), device::all(), 0, count);
    if (settings.execution.processor == Processor::gpu && !band) continue;
    ASSERT_TRUE(band) << band.refusal;
    for (const auto& [halo, overlap] : exchanges) {
      SCOPED_TRACE(fmt::format("{} ranks, halo {}, overlap {}", count, id_of(halo), id_of(overlap)));
      const RankFrame made = by_quantiles(*all, count, halo, overlap);
      const Frame& many = made.frame;
      EXPECT_TRUE(made.halo.has[static_cast<std::size_t>(halo)]);
      ASSERT_NE(many.field.host_view().data, nullptr);
      EXPECT_TRUE(compare(one.field.host_view(), many.field.host_view()).equal());
      EXPECT_EQ(one.steps, many.steps);
      EXPECT_EQ(one.settled, many.settled);
      expect_same_words(one, many);
    }
  }
}

/// Of every variant of the first stage.
std::vector<std::string> variants_of_workload(const std::string& workload) {
  std::vector<std::string> out;
  for (const NamedVariant& each : find_workload(catalog(), workload).stages.front().variants) out.emplace_back(each.id);
  return out;
}

TEST(Bands, HeatHasTheBitsOfOneRank) {
  for (const std::string& variant : variants_of_workload("heat")) {
    for (const double n : {203, 256}) {
      for (int integrator = 0; integrator < 5; ++integrator) {
        SCOPED_TRACE(fmt::format("{}, n {}, integrator {}", variant, n, integrator));
        Settings settings = settings_of(
            "heat", {{"n", n}, {"initial", 2}, {"integrator", static_cast<double>(integrator)}}, 37, variant);
        settings.problem.precision = n == 203 ? Precision::fp64 : Precision::fp32;
        // painted in the first step and in the middle, over a border
        settings.problem.strokes = {{.step = 0, .x = 0.5, .y = 0.5, .radius = 0.2, .amount = 3},
                                    {.step = 20, .x = 0.3, .y = 0.33, .radius = 0.1, .amount = -2}};
        expect_bits_of_one(settings, {2, 3});
      }
    }
  }
}

TEST(Bands, LaplaceHasTheBitsOfOneRankAndSettlesWithIt) {
  using laplace::Method;
  for (const std::string& variant : variants_of_workload("laplace")) {
    for (const double n : {129, 160}) {
      for (const Method method : {Method::jacobi, Method::sor, Method::cg, Method::red_black}) {
        SCOPED_TRACE(fmt::format("{}, n {}, {}", variant, n, laplace::method_ids[static_cast<std::size_t>(method)]));
        const std::int64_t steps = method == Method::cg ? 100'000 : 70;
        Settings settings = settings_of("laplace", {{"n", n}, {"method", static_cast<double>(method)}}, steps, variant);
        settings.problem.strokes = {{.step = 20, .x = 0, .y = 0.5, .radius = 0.2, .amount = 1}};
        expect_bits_of_one(settings, {2, 3});
      }
    }
  }
}

/// The others are in all tests; `ipc` needs processes.
TEST(Bands, EveryWayTakesTheSameBits) {
  std::vector<HaloExchange> all;
  for (const Overlap overlap : {Overlap::always, Overlap::never, Overlap::measured}) {
    for (const HaloWay halo : {HaloWay::shared, HaloWay::pinned}) all.push_back({halo, overlap});
  }
  expect_bits_of_one(settings_of("heat", {{"n", 203}, {"initial", 2}, {"integrator", 3}}, 150, "simd"), {2, 3}, all);
}

TEST(Bands, ThinOnesAndNoSteps) {
  for (const std::int64_t steps : {0, 1, 50}) {
    expect_bits_of_one(settings_of("heat", {{"n", 5}, {"initial", 2}}, steps, "omp"), {2, 5});
    expect_bits_of_one(settings_of("heat", {{"n", 17}, {"initial", 2}, {"integrator", 2}}, steps, "simd"), {4});
  }
}

TEST(Bands, AreAsManyAsThereAreRowsFor) {
  const auto refusal = [](const Settings& settings, int count) { return refusal_of_ranks(*planned(settings), count); };
  const Settings heat = settings_of("heat", {{"n", 5}}, 1, "omp");
  EXPECT_EQ(refusal(heat, 5), "");
  EXPECT_EQ(refusal(heat, 6), "6 ranks for 5 rows: each needs at least 1, so at most 5 ranks can share them");
  using laplace::Method;
  const auto laplace = [&](Method method) {
    return settings_of("laplace", {{"n", 129}, {"method", static_cast<double>(method)}}, 1, "omp");
  };
  EXPECT_EQ(refusal(laplace(Method::cg), 5), "");
  EXPECT_EQ(refusal(laplace(Method::cg), 6),
            "6 ranks for 129 rows: each needs at least 32, so at most 5 ranks can share them");
  EXPECT_NE(
      refusal(laplace(Method::multigrid), 2)
          .find("on coarse grids all processors of method=multigrid need the same rows, so ranks cannot share them"),
      std::string::npos);
  EXPECT_NE(refusal(laplace(Method::direct), 2).find("several ranks: the method direct adds modes"), std::string::npos);
  for (const char* other : {"nbody", "mandelbrot"}) {
    Settings settings = default_settings(find_workload(catalog(), other));
    settings.execution.processor = Processor::cpu;
    EXPECT_EQ(refusal(settings, 2), std::string(other) + ": several ranks cannot share its rows; start without mpirun");
  }
  Parts bands = bands_of_ranks(*planned(laplace(Method::cg)), 5);
  EXPECT_EQ(bands.front(), (Rows{0, 32}));
  EXPECT_EQ(bands.back(), (Rows{128, 129}));
}

/// A triangle's rows are computed from nothing: nobody waits for a neighbor, and each rank has as many cells.
TEST(Bands, OfATriangleHaveTheBitsOfOne) {
  for (const std::string& variant : variants_of_workload("triangle")) {
    for (const double n : {5, 33, 300}) {
      SCOPED_TRACE(fmt::format("{}, n {}", variant, n));
      const Settings settings = settings_of("triangle", {{"n", n}, {"cutoff", 16}}, 0, variant);
      const std::optional<Plan> all = planned(settings);
      if (!all) continue;
      Executor executor;
      const Frame one = executor.execute(*all, {}).value();
      for (const int count : {2, 3}) {
        const Frame many = by_quantiles(*all, count, HaloWay::automatic, Overlap::measured).frame;
        ASSERT_NE(many.field.host_view().data, nullptr);
        EXPECT_TRUE(compare(one.field.host_view(), many.field.host_view()).equal());
        expect_same_words(one, many);
      }
    }
  }
}

TEST(Bands, OfATriangleHaveAsManyCells) {
  const Plan triangle = *planned(settings_of("triangle", {{"n", 1000}}, 0, "simd"));
  EXPECT_EQ(bands_of_ranks(triangle, 4), (Parts{{0, 500}, {500, 707}, {707, 866}, {866, 1000}}));
  const Plan small = *planned(settings_of("triangle", {{"n", 5}}, 0, "simd"));
  EXPECT_EQ(refusal_of_ranks(small, 3), "");
  EXPECT_EQ(refusal_of_ranks(small, 4), "4 ranks for 5 rows: each needs at least 1, so at most 3 ranks can share them");
  for (const Rows& each : bands_of_ranks(small, 3)) EXPECT_FALSE(each.empty());
}

/// Only the ranks share the rows, and not processors of other machines besides.
TEST(Bands, AreNotSharedWithOtherMachines) {
  Settings settings = settings_of("triangle", {{"n", 300}}, 0, "simd");
  settings.execution.elsewhere = {{.processor = Processor::cpu, .machine = "server"}};
  const RankPlanned band = plan_of_rank(settings, catalog(), device::all(), 0, 2);
  EXPECT_FALSE(band);
  EXPECT_TRUE(band.refusal.starts_with("processor: " + processors_text(settings.execution))) << band.refusal;
}

/// What a plan counts for a band is what its rank needs: its rows, rows beside them, and rank 0's whole result.
TEST(Bands, ArePartsOfPlansThatKnowTheirRowsAlone) {
  const Settings heat = settings_of("heat", {{"n", 1000}}, 1, "omp");
  const auto band = [&](int rank, bool gathered) {
    return *plan_of_rank(heat, catalog(), device::all(), rank, 3, gathered).plan->plan.band;
  };
  EXPECT_EQ(band(0, false).own, (Rows{0, 333}));
  EXPECT_EQ(band(0, false).thinnest, 333);
  EXPECT_EQ(band(0, false).edge_rows, 3 * 16);
  EXPECT_EQ(band(1, false).edge_rows, 2 * 3 * 16);
  EXPECT_FALSE(band(0, false).whole_result);
  EXPECT_TRUE(band(0, true).whole_result);
  EXPECT_FALSE(band(1, true).whole_result);
}

TEST(Bands, HaveMoreRowsWhereTheyAreFaster) {
  using laplace::Method;
  const Plan heat = *planned(settings_of("heat", {{"n", 1000}}, 1, "omp"));
  const auto bands = [&](std::vector<double> speeds) { return bands_by_speed(heat, speeds); };
  EXPECT_EQ(bands({1, 1, 1, 1}), bands_of_ranks(heat, 4));
  EXPECT_EQ(bands({3, 1}), (Parts{{0, 750}, {750, 1000}}));
  EXPECT_EQ(bands({1, 1000, 1}), (Parts{{0, 16}, {16, 984}, {984, 1000}}));
  const Plan thin = *planned(settings_of("heat", {{"n", 5}}, 1, "omp"));
  EXPECT_EQ(bands_by_speed(thin, std::vector<double>{1, 9, 9}), (Parts{{0, 1}, {1, 3}, {3, 5}}));
  const Plan tiles =
      *planned(settings_of("laplace", {{"n", 129}, {"method", static_cast<double>(Method::cg)}}, 1, "omp"));
  EXPECT_EQ(bands_by_speed(tiles, std::vector<double>{1, 4}), (Parts{{0, 32}, {32, 129}}));
  EXPECT_TRUE(is_uneven({{0, 500}, {500, 1000}}, std::vector<double>{1, 2}));
  EXPECT_FALSE(is_uneven({{0, 500}, {500, 1000}}, std::vector<double>{1, 1.2}));
  EXPECT_FALSE(is_uneven({{0, 667}, {667, 1000}}, std::vector<double>{2, 1}));
  EXPECT_FALSE(is_uneven({{0, 500}, {500, 1000}}, std::vector<double>{1, 0}));
}

/// Whatever bands the first steps have suggested, here by chance.
TEST(Bands, BySpeedHaveTheSameBits) {
  const Settings settings = settings_of("heat", {{"n", 101}, {"initial", 2}}, least_steps_for_speeds, "omp");
  Executor executor;
  const Frame one = executor.execute(*planned(settings), {}).value();
  Frame many;
  std::vector<Parts> bands(3);
  testing::ThreadsWorld(3).run([&](World& world) {
    const RankPlan equal = *plan_of_rank(settings, catalog(), device::all(), world.rank(), world.count()).plan;
    Communicator communicator(world, {});
    const Failure failed = attempt([&] {
      communicator.begin();
      const RankUse use{.communicator = &communicator};
      const RankPlan own = with_rows_by_speed(equal, use);
      bands[static_cast<std::size_t>(world.rank())] = own.bands;
      const std::vector<double> speeds{1, 5, 2};
      const RankPlan work_model = *with_bands(own, bands_by_speed(own.plan, speeds), device::all()).plan;
      RankExecutor of_rank;
      RankFrame made = of_rank.execute(work_model, {.summarize = false, .ranks = use}).value();
      made.frame.field = gathered(made, communicator);
      if (world.rank() == 0) many = std::move(made.frame);
    });
    EXPECT_EQ(failed.line, "") << "rank " << world.rank();
    if (failed) communicator.fail(failed);
  });
  EXPECT_EQ(bands[1], bands[0]);
  EXPECT_EQ(bands[2], bands[0]);
  EXPECT_TRUE(compare(one.field.host_view(), many.field.host_view()).equal());
}

TEST(Bands, HaveMemoryForTheirOwnRowsAndThoseBesideThem) {
  const Settings heat = settings_of("heat", {{"n", 1000}, {"integrator", 2}}, 1, "omp");
  EXPECT_EQ(planned(heat)->held_rows(), (Rows{0, 1000}));
  const auto held = [&](int rank) {
    return plan_of_rank(heat, catalog(), device::all(), rank, 4).plan->plan.held_rows();
  };
  EXPECT_EQ(held(1), (Rows{250 - 16, 500 + 16}));
  EXPECT_EQ(held(3), (Rows{750 - 16, 1000}));
}

TEST(Bands, OneThatFailsEndsAll) {
  const Settings settings = settings_of("heat", {{"n", 64}}, 1'000'000'000, "omp");
  std::vector<std::string> lines(3);
  testing::ThreadsWorld(3).run([&](World& world) {
    const RankPlan own = *plan_of_rank(settings, catalog(), device::all(), world.rank(), world.count()).plan;
    Communicator communicator(world, {});
    const Failure failed = attempt([&] {
      communicator.begin();
      if (world.rank() == 2) throw BadInput("no more");
      RankExecutor executor;
      executor.execute(own, {.summarize = false, .ranks = {.communicator = &communicator}});
    });
    communicator.fail(failed);
    lines[static_cast<std::size_t>(world.rank())] = failed.line;
  });
  EXPECT_EQ(lines, (std::vector<std::string>{"rank 2: no more", "rank 2: no more", "no more"}));
}

}  // namespace
}  // namespace heteroscope
