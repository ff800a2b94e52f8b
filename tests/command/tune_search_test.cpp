#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <functional>
#include <map>
#include <set>

#include "app/plot/svg.hpp"
#include "app/tune/candidates.hpp"
#include "app/tune/landscape.hpp"
#include "app/tune/proposer.hpp"
#include "app/tune/record.hpp"
#include "core/base/given_up.hpp"
#include "tests/unit/temporary_folder.hpp"

/// The search by a clock that is made up, on times that are.
namespace heteroscope {
namespace {

/// Three variants; two of them have blocks, of which those of 32 to 1024 threads are candidates.
TuneSpace space_of_blocks() {
  TuneSpace out;
  const std::vector<double> sides{1, 2, 4, 8, 16, 32, 64, 128, 256};
  std::vector<std::string> names;
  for (const double each : sides) names.push_back(std::to_string(static_cast<int>(each)));
  out.axes = {{.id = "variant", .label = "variant", .values = {"plain", "tiled", "padded"}, .numbers = {}, .whole = {}},
              {.id = "block_x", .label = "block", .values = names, .numbers = sides, .whole = "threads"},
              {.id = "block_y", .label = "block, y", .values = names, .numbers = sides, .whole = "threads"}};
  out.candidates.push_back({0, not_there, not_there});
  for (int variant = 1; variant < 3; ++variant) {
    for (int x = 0; x < 9; ++x) {
      for (int y = 0; y < 9; ++y) {
        const double threads = sides[static_cast<std::size_t>(x)] * sides[static_cast<std::size_t>(y)];
        if (threads >= 32 && threads <= 1024) out.candidates.push_back({variant, x, y});
      }
    }
  }
  return out;
}

std::size_t place_of(const TuneSpace& space, const TunePlaces& places) {
  return static_cast<std::size_t>(std::ranges::find(space.candidates, places) - space.candidates.begin());
}

/// A bowl around a block of 32 × 8 of the third variant.
double bowl(const TunePlaces& at) {
  if (at[1] == not_there) return 9;
  const double x = at[1] - 5;
  const double y = at[2] - 3;
  return (at[0] == 2 ? 1.0 : 1.6) * (1 + 0.08 * (x * x + y * y) + 0.03 * std::abs(x - y));
}

/// Each measurement takes the seconds that it is given; runs are as many as that makes.
class FakeMachine final : public TuneMeasurer {
 public:
  explicit FakeMachine(const TuneSpace& space) : space_(space) {}

  std::function<double(const TunePlaces&)> ms = bowl;
  double reach = 0.001;                             ///< of the intervals, as a share
  std::map<std::size_t, std::string> fails, wrong;  ///< by candidate: why
  std::set<std::size_t> measured, compared;
  std::optional<std::size_t> asked_measuring, asked_comparing;  ///< somebody asks for the end in that one, from 1
  int rounds = 0;

  TuneTime measure(std::size_t candidate, double seconds, std::optional<double> /*ms_to_beat*/) override {
    clock_ += seconds;
    measured.insert(candidate);
    if (measured.size() == asked_measuring) throw GivenUp{};
    if (fails.contains(candidate)) return {.failure = fails[candidate]};
    return time_of(candidate);
  }
  std::vector<TuneTime> measure_in_turns(std::span<const std::size_t> candidates, double seconds) override {
    ++rounds;
    std::vector<TuneTime> out;
    for (const std::size_t each : candidates) {
      clock_ += seconds;
      out.push_back(time_of(each));
    }
    return out;
  }
  std::string difference(std::size_t candidate) override {
    compared.insert(candidate);
    if (compared.size() == asked_comparing) throw GivenUp{};
    return wrong.contains(candidate) ? wrong[candidate] : std::string();
  }
  [[nodiscard]] double now() override { return clock_; }

 private:
  [[nodiscard]] TuneTime time_of(std::size_t candidate) const {
    const double each = ms(space_.candidates[candidate]);
    return {.ms = each, .interval = Interval{each * (1 - reach), each * (1 + reach)}, .runs = 10, .failure = {}};
  }

  const TuneSpace& space_;
  double clock_ = 1000;
};

class Stops final : public TuneWatch {
 public:
  explicit Stops(std::size_t after) : after_(after) {}
  void goes_on(double share, const TuneFound& found) override {
    EXPECT_GE(share, 0);
    EXPECT_LE(share, 1);
    tried_ = found.tried.size();
  }
  [[nodiscard]] bool stopped() override { return tried_ >= after_; }

 private:
  std::size_t after_;
  std::size_t tried_ = 0;
};

class NotesWhatBegins final : public TuneWatch {
 public:
  void begins(std::span<const std::size_t> candidates) override {
    if (candidates.size() == 1) alone.push_back(candidates.front());
    if (candidates.size() > 1) ++rounds;
  }
  std::vector<std::size_t> alone;
  int rounds = 0;
};

TuneFound searched(FakeMachine& machine, const TuneSpace& space, const TuneEffort& effort, std::uint64_t seed = 1) {
  TuneWatch watch;
  return search(space, seed, effort, machine, watch);
}

TunePlaces winner_of(const TuneSpace& space, const TuneFound& found) {
  return space.candidates[found.tried[found.winner.value()].candidate];
}

TEST(TuneSearch, FindsAPlantedWinnerWithFewMeasurements) {
  const TuneSpace space = space_of_blocks();
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    FakeMachine machine(space);
    const TuneFound found = searched(machine, space, {.evaluations = 30}, seed);
    EXPECT_EQ(winner_of(space, found), (TunePlaces{2, 5, 3})) << seed;
    EXPECT_LE(machine.measured.size(), 30u);
    EXPECT_TRUE(found.ties.empty());
  }
}

TEST(TuneSearch, SaysWhatItMeasuresNext) {
  const TuneSpace space = space_of_blocks();
  FakeMachine machine(space);
  machine.ms = [](const TunePlaces&) { return 1.0; };
  NotesWhatBegins watch;
  const TuneFound found = search(space, 1, {.evaluations = 6}, machine, watch);
  ASSERT_EQ(watch.alone.size(), found.tried.size());
  for (std::size_t i = 0; i < found.tried.size(); ++i) EXPECT_EQ(watch.alone[i], found.tried[i].candidate);
  EXPECT_GT(watch.rounds, 0);
  EXPECT_EQ(watch.rounds, machine.rounds);
}

TEST(TuneSearch, FindsANeedleOnceItHasTriedAll) {
  const TuneSpace space = space_of_blocks();
  FakeMachine machine(space);
  const TunePlaces needle{1, 0, 8};
  machine.ms = [&](const TunePlaces& at) { return at == needle ? 0.1 : bowl(at); };
  const TuneFound found = searched(machine, space, {.budget_s = 1e6, .least_hope = 0});
  EXPECT_EQ(winner_of(space, found), needle);
  EXPECT_EQ(found.end, TuneEnd::all_tried);
  EXPECT_EQ(found.tried.size(), space.candidates.size());
}

TEST(TuneSearch, BeginsWithWhatOthersThoughtGood) {
  TuneSpace space = space_of_blocks();
  space.starts = {7, 40};
  FakeMachine machine(space);
  const TuneFound found = searched(machine, space, {.evaluations = 5});
  EXPECT_EQ(found.tried[0].candidate, 7u);
  EXPECT_EQ(found.tried[1].candidate, 40u);
}

TEST(TuneSearch, DeclaresTies) {
  const TuneSpace space = space_of_blocks();
  FakeMachine machine(space);
  const TunePlaces best{2, 5, 3};
  const TunePlaces twin{2, 6, 3};
  const TunePlaces near{2, 4, 3};
  // the twin's interval meets the winner's; the other is apart by less than the noise
  machine.ms = [&](const TunePlaces& at) {
    return at == best ? 1.0 : at == twin ? 1.03 : at == near ? 1.008 : 1.1 + bowl(at);
  };
  machine.reach = 0.02;
  const TuneFound found = searched(machine, space, {.budget_s = 20, .least_hope = 0});
  EXPECT_EQ(winner_of(space, found), best);
  std::set<TunePlaces> ties;
  for (const std::size_t each : found.ties) ties.insert(space.candidates[found.tried[each].candidate]);
  EXPECT_EQ(ties, (std::set{twin, near}));
  EXPECT_GT(machine.rounds, 1);

  machine.reach = 0.001;
  const TuneFound sharper = searched(machine, space, {.budget_s = 20, .least_hope = 0});
  ties.clear();
  for (const std::size_t each : sharper.ties) ties.insert(space.candidates[sharper.tried[each].candidate]);
  EXPECT_EQ(ties, (std::set{near}));
}

TEST(TuneSearch, ThrowsOutWhatFailsAndWhatDiffers) {
  const TuneSpace space = space_of_blocks();
  FakeMachine machine(space);
  const std::size_t wrong = place_of(space, {2, 5, 3});
  const std::size_t failing = place_of(space, {2, 5, 2});
  machine.wrong[wrong] = "3 values beyond the tolerance";
  machine.fails[failing] = "too many registers";
  const TuneFound found = searched(machine, space, {.budget_s = 1e6, .least_hope = 0});
  ASSERT_TRUE(found.winner);
  EXPECT_DOUBLE_EQ(found.tried[*found.winner].time.ms, 1.11);  // beside the one that differs
  for (const TuneTried& each : found.tried) {
    const bool out = each.candidate == wrong || each.candidate == failing;
    EXPECT_EQ(each.why.empty(), !out);
    EXPECT_EQ(each.fate == TuneFate::wrong, each.candidate == wrong);
    EXPECT_EQ(each.fate == TuneFate::failed, each.candidate == failing);
  }
  // what is far from the best is not compared
  EXPECT_LT(machine.compared.size(), machine.measured.size() / 2);
}

TEST(TuneSearch, HasNoWinnerWhereAllDiffer) {
  const TuneSpace space = space_of_blocks();
  FakeMachine machine(space);
  for (std::size_t i = 0; i < space.candidates.size(); ++i) machine.wrong[i] = "differs";
  const TuneFound found = searched(machine, space, {.budget_s = 1e6});
  EXPECT_FALSE(found.winner);
  EXPECT_EQ(found.tried.size(), space.candidates.size());
}

TEST(TuneSearch, KeepsWithinItsBudget) {
  const TuneSpace space = space_of_blocks();
  for (const double budget : {0.5, 1.0, 2.0}) {
    FakeMachine machine(space);
    const TuneFound found = searched(machine, space, {.budget_s = budget, .least_hope = 0});
    ASSERT_TRUE(found.winner);
    EXPECT_LE(found.seconds, 1.1 * budget + 8 * 4 * 0.02);  // the first round of the finals is always played
    EXPECT_GE(found.seconds, 0.5 * budget);
    EXPECT_EQ(found.end, TuneEnd::budget);
  }
}

TEST(TuneSearch, EndsWhereNothingIsToBeGained) {
  const TuneSpace space = space_of_blocks();
  FakeMachine machine(space);
  const TuneFound found = searched(machine, space, {.budget_s = 1e6});
  EXPECT_EQ(found.end, TuneEnd::nothing_to_gain);
  EXPECT_LT(found.tried.size(), space.candidates.size());
}

TEST(TuneSearch, KeepsTheBestSoFarWhenItIsStopped) {
  const TuneSpace space = space_of_blocks();
  FakeMachine machine(space);
  Stops watch(12);
  const TuneFound found = search(space, 1, {}, machine, watch);
  EXPECT_EQ(found.end, TuneEnd::stopped);
  EXPECT_EQ(found.tried.size(), 12u);
  EXPECT_EQ(machine.rounds, 0);
  ASSERT_TRUE(found.winner);
  const auto least = std::ranges::min_element(found.tried, {}, [](const TuneTried& each) { return each.time.ms; });
  EXPECT_EQ(found.tried[*found.winner].candidate, least->candidate);
}

TEST(TuneSearch, SaysNothingOfACandidateThatIsGivenUp) {
  const TuneSpace space = space_of_blocks();
  FakeMachine measuring(space);
  measuring.asked_measuring = 3;
  const TuneFound two = searched(measuring, space, {});
  EXPECT_EQ(two.end, TuneEnd::stopped);
  EXPECT_EQ(two.tried.size(), 2u);
  EXPECT_TRUE(two.winner);
  FakeMachine comparing(space);
  comparing.asked_comparing = 1;
  const TuneFound none = searched(comparing, space, {});
  EXPECT_EQ(none.end, TuneEnd::stopped);
  EXPECT_EQ(none.tried.size(), comparing.measured.size() - 1);
  EXPECT_FALSE(none.winner);
}

TEST(TuneSearch, AsksTheSameWithTheSameSeed) {
  const TuneSpace space = space_of_blocks();
  const auto asked = [&](std::uint64_t seed) {
    FakeMachine machine(space);
    std::vector<std::size_t> out;
    for (const TuneTried& each : searched(machine, space, {.evaluations = 25}, seed).tried)
      out.push_back(each.candidate);
    return out;
  };
  EXPECT_EQ(asked(3), asked(3));
  EXPECT_NE(asked(3), asked(4));
}

TEST(TuneSearch, IsBetterThanChance) {
  const TuneSpace space = space_of_blocks();
  double searched_ms = 0;
  double chance_ms = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    FakeMachine machine(space);
    const TuneFound found = searched(machine, space, {.evaluations = 15}, seed);
    searched_ms += found.tried[*found.winner].time.ms;
    TuneProposer proposer(space, seed);
    double best = 1e9;
    for (int i = 0; i < 15; ++i) best = std::min(best, bowl(space.candidates[*proposer.next_by_chance()]));
    chance_ms += best;
  }
  EXPECT_LT(searched_ms, 0.9 * chance_ms);
}

TEST(TuneNeighbors, DifferInOneChoiceOrExchangeSides) {
  const TuneSpace space = space_of_blocks();
  const TuneNeighbors neighbors(space);
  std::set<TunePlaces> near;
  for (const std::size_t each : neighbors.of(place_of(space, {1, 3, 3}))) near.insert(space.candidates[each]);
  EXPECT_TRUE(near.contains({2, 3, 3}));
  EXPECT_TRUE(near.contains({1, 4, 3}));
  EXPECT_TRUE(near.contains({1, 5, 3}));
  EXPECT_TRUE(near.contains({1, 4, 2}));
  EXPECT_FALSE(near.contains({1, 3, 3}));
  EXPECT_FALSE(near.contains({2, 4, 3}));
}

TuneRecord recorded(const TuneSpace& space) {
  FakeMachine machine(space);
  machine.fails[3] = "it cannot";
  TuneRecord out{.workload = "made_up",
                 .problem = "made_up --size 4x4",
                 .machine = {},
                 .space = space,
                 .found = {},
                 .commands = {}};
  out.found = searched(machine, space, {.exhaustive = true});
  return out;
}

TEST(TuneRecord, IsSearchedAgainAsItWasWritten) {
  const testing::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "grid.json";
  const TuneSpace space = space_of_blocks();
  const TuneRecord record = recorded(space);
  EXPECT_EQ(record.found.end, TuneEnd::all_tried);
  std::ofstream(path) << tune_json(record);
  const TuneRecord again = load_tune_record(path);
  ASSERT_EQ(again.space.candidates.size(), space.candidates.size());
  EXPECT_EQ(again.space.axes.size(), 3u);
  for (std::size_t i = 0; i < again.found.tried.size(); ++i) {
    const TuneTried& before = record.found.tried[i];
    EXPECT_EQ(again.space.candidates[i], space.candidates[before.candidate]);
    EXPECT_EQ(again.found.tried[i].time.ms, before.time.ms);
    EXPECT_EQ(again.found.tried[i].time.failure, before.time.failure);
  }
  RecordedMeasurer measurer(again);
  TuneWatch watch;
  const TuneFound found = search(again.space, 5, {.budget_s = 1e9, .evaluations = 30}, measurer, watch);
  EXPECT_EQ(again.space.candidates[found.tried[*found.winner].candidate], (TunePlaces{2, 5, 3}));
  const std::string csv = tune_csv(record);
  EXPECT_TRUE(csv.starts_with(
      "variant,block_x,block_y,median_ms,low_ms,high_ms,runs,others_cpu_share,others_gpu_share,marked,fate,why\n"))
      << csv.substr(0, 200);
  EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(csv, '\n')), space.candidates.size() + 1);
}

TEST(TuneRecord, KeepsWhatOtherProgramsTook) {
  const testing::TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "grid.json";
  TuneRecord record = recorded(space_of_blocks());
  record.found.tried[0].time.others = {.cpu = 0.48, .gpu = {}};
  record.found.tried[1].time.others = {.cpu = 0.48, .gpu = 0.01, .counts_cpu = false};
  std::ofstream(path) << tune_json(record);
  const TuneRecord again = load_tune_record(path);
  EXPECT_EQ(again.found.tried[0].time.others, record.found.tried[0].time.others);
  EXPECT_FALSE(again.found.tried[1].time.others.marked());
  EXPECT_EQ(again.found.tried[1].time.others.gpu, 0.01);
  EXPECT_EQ(again.found.tried[2].time.others, TakenByOthers());
  const std::string csv = tune_csv(record);
  EXPECT_NE(csv.find(",10,0.48,,true,"), std::string::npos) << csv.substr(0, 400);
  EXPECT_NE(csv.find(",10,,0.01,false,"), std::string::npos) << csv.substr(0, 400);
}

TEST(TuneLandscape, IsOfTheBestVariantsBlocks) {
  const TuneSpace space = space_of_blocks();
  const TuneRecord record = recorded(space);
  const HeatMap map = tune_landscape(space, record.found);
  EXPECT_EQ(map.columns.size(), 9u);
  EXPECT_EQ(map.rows.size(), 9u);
  EXPECT_EQ(map.x_label, "block");
  const HeatMap::Cell& best = map.cells[3 * 9 + 5];
  EXPECT_EQ(best.value, 1.0);
  EXPECT_TRUE(best.marked);
  EXPECT_TRUE(std::isnan(map.cells[0].value)) << "a block of one thread is no candidate";
  EXPECT_EQ(landscape_about(space, record.found), "padded");
  EXPECT_EQ(space.text(place_of(space, {2, 5, 3})), "padded, block 32x8");
  EXPECT_NE(svg(landscape_figure(space, record.found, "a title", "of nothing")).find("a title"), std::string::npos);
}

}  // namespace
}  // namespace heteroscope
