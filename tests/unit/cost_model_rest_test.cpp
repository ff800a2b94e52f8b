#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <random>
#include <string>
#include <vector>

#include "core/balance/cost_model.hpp"
#include "tests/unit/cost_simulation.hpp"

// Which participants a CostModel lets rest.
namespace heteroscope {
namespace {

std::string resting(const Simulation& simulation) {
  std::string out;
  for (std::size_t i = 0; i < simulation.machine.alone_ms.size(); ++i) out += simulation.model.rests(i) ? 'r' : '-';
  return out;
}

/// After 40 frames; they must stay like this for 160 more.
std::string settled(Simulation& simulation) {
  for (int i = 0; i < 40; ++i) simulation.frame();
  const std::string out = resting(simulation);
  for (int i = 0; i < 160; ++i) {
    simulation.frame();
    EXPECT_EQ(resting(simulation), out) << "frame " << i;
  }
  return out;
}

TEST(CostModelRest, AParticipantThatCostsMoreThanItSavesRests) {
  for (const double noise : {0.0, 0.01, 0.03}) {
    Simulation last({.alone_ms = {1.2, 60}, .merge_ms = 0.05, .merge_rows_ms = 0.4, .noise = noise}, uniform);
    EXPECT_EQ(settled(last), "-r");
    EXPECT_DOUBLE_EQ(last.frame(), 1.2);
    EXPECT_EQ(last.model.borders(), (std::vector<double>{1}));
    EXPECT_EQ(last.model.why_rests(1), "it would save 0.02 ms, but collecting its rows costs 0.06 ms");
    EXPECT_EQ(last.model.why_rests(0), "");
    Simulation first({.alone_ms = {60, 1.2}, .merge_ms = 0.05, .merge_rows_ms = 0.4, .noise = noise}, uniform);
    EXPECT_EQ(settled(first), "r-");
    EXPECT_EQ(first.model.borders(), (std::vector<double>{0}));
    Simulation middle({.alone_ms = {4, 200, 4}, .merge_ms = 0.05, .merge_rows_ms = 0.2, .noise = noise}, uniform);
    EXPECT_EQ(settled(middle), "-r-");
    EXPECT_NEAR(middle.frame(), 2 + 0.05 + 0.1, 0.05);
  }
}

// A card that computes all in 2 ms, and others as fast whose rows take so long over the link.
TEST(CostModelRest, WhoSendsMoreSlowlyThanItComputesHasFewerRowsOrRests) {
  for (const double noise : {0.0, 0.01}) {
    for (const double link_ms : {0.5, 1.0, 2.0, 4.0}) {
      Simulation two({.alone_ms = {2, 2}, .merge_ms = 0.02, .link_ms = link_ms, .noise = noise}, uniform);
      for (int i = 0; i < 40; ++i) two.frame();
      EXPECT_EQ(resting(two), "--") << link_ms;
      EXPECT_NEAR(two.frame(), 1 / (1 / 2.0 + 1 / std::max(2.0, link_ms)) + 0.02, 0.05) << link_ms;
    }
    Simulation four({.alone_ms = {2, 2, 2, 2}, .merge_ms = 0.2, .link_ms = 22, .noise = noise}, uniform);
    EXPECT_EQ(settled(four), "-rrr");
    EXPECT_DOUBLE_EQ(four.frame(), 2);
    const std::string why = four.model.why_rests(1);
    EXPECT_NE(why.find("; sending its rows takes 3"), std::string::npos) << why;
    EXPECT_NE(why.find(" times as long as computing them"), std::string::npos) << why;
  }
}

TEST(CostModelRest, RestsWhileTheViewMoves) {
  for (const double noise : {0.0, 0.01}) {
    Simulation simulation({.alone_ms = {1.2, 60}, .merge_ms = 0.05, .merge_rows_ms = 0.4, .noise = noise}, uniform);
    for (int i = 0; i < 200; ++i) {
      simulation.total *= 1.01;
      simulation.frame(false);
      if (i >= 20) {
        EXPECT_EQ(resting(simulation), "-r") << "frame " << i;
      }
    }
  }
}

TEST(CostModelRest, AParticipantThatBringsTenPercentStays) {
  for (const double noise : {0.0, 0.01}) {
    for (const std::vector<double>& alone_ms : {std::vector<double>{1.2, 8}, std::vector<double>{8, 1.2}}) {
      Simulation simulation({.alone_ms = alone_ms, .merge_ms = 0.01, .merge_rows_ms = 0.02, .noise = noise}, uniform);
      for (int i = 0; i < 40; ++i) simulation.frame();
      EXPECT_EQ(resting(simulation), "--");
      EXPECT_LT(simulation.frame(), 1.2 * 0.92);
    }
  }
}

TEST(CostModelRest, ShortFramesAreComputedByOneParticipant) {
  for (const double noise : {0.0, 0.01, 0.03}) {
    for (const std::size_t participants : {2U, 4U}) {
      Simulation simulation(
          {.alone_ms = std::vector<double>(participants, 0.08), .launch_ms = 0.02, .merge_ms = 0.07, .noise = noise},
          uniform);
      const std::string rests = settled(simulation);
      EXPECT_EQ(std::ranges::count(rests, '-'), 1) << rests;
      EXPECT_NEAR(simulation.frame(), 0.1, 1e-9);
    }
  }
}

// Two cards and a CPU, where the first card shows the picture: the other one alone would have to send all of it.
TEST(CostModelRest, ACardThatSendsAllItsRowsIsNotChosenAlone) {
  int alone = 0;
  double ms = 0;
  double best_ms = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    for (const double link_ms : {0.02, 0.2, 0.4}) {
      Simulation cards({.alone_ms = {0.2, 0.2, 6},
                        .launch_ms = 0.01,
                        .merge_ms = 0.02,
                        .merges_alone = true,
                        .link_ms = link_ms / 2,
                        .noise = 0.01,
                        .interrupted = 0.2,
                        .seed = seed},
                       uniform);
      for (int i = 0; i < 60; ++i) cards.frame();
      for (int i = 0; i < 60; ++i) {
        ms += cards.frame() / 60;
        alone += cards.model.rests(0) ? 1 : 0;
      }
      best_ms += 0.03 + 1 / (1 / 0.2 + 1 / std::max(0.2, link_ms));
    }
  }
  EXPECT_LT(alone, 40 * 3 * 60 / 50);
  EXPECT_LT(ms, 1.1 * best_ms);
}

// Mandelbrot on two H200 and a CPU, whose few rows take longer over the bus than they save; times of the cards as
// measured.
TEST(CostModelRest, ACpuWhoseRowsAreLateRestsAloneAndNotACardWithIt) {
  struct Measured {
    double alone_ms, link_ms, bus_ms, cpu_ms;
  };
  for (const auto [alone_ms, link_ms, bus_ms, cpu_ms] :
       {Measured{0.55, 1.376, 10, 24.4}, Measured{1.88, 5.5, 39, 97}}) {
    for (unsigned seed = 1; seed <= 20; ++seed) {
      Simulation cards({.alone_ms = {alone_ms, alone_ms, cpu_ms},
                        .launch_ms = 0.01,
                        .merge_ms = 0.01,
                        .merges_alone = true,
                        .last_rows_ms = bus_ms,
                        .link_ms = link_ms / 2,
                        .noise = 0.01,
                        .seed = seed},
                       uniform);
      EXPECT_EQ(settled(cards), "--r") << alone_ms << ", seed " << seed;
    }
  }
}

// 400 ms alone beside 0.2 ms are 0.06 rows of 256. Two frames of one participant and of both cards follow all the same.
TEST(CostModelRest, WhoseShareIsLessThanARowRests) {
  Simulation merged({.alone_ms = {0.2, 0.2, 400}, .merge_ms = 0.3, .noise = 0.01, .height = 256}, uniform);
  const std::string rests = settled(merged);
  EXPECT_EQ(std::ranges::count(rests, 'r'), 2) << rests;
  EXPECT_EQ(merged.model.why_rests(2), "its share would be less than a row");
  Simulation shared({.alone_ms = {0.2, 0.2, 400}, .merge_ms = 0.01, .noise = 0.01, .height = 256}, uniform);
  EXPECT_EQ(settled(shared), "--r");
}

// A launch of 0.2 ms is seen in each part, so that the fit believes 1.4 ms of a participant that takes 1.2 ms alone.
TEST(CostModelRest, WhatWasMeasuredDecides) {
  Simulation simulation({.alone_ms = {1, 1}, .launch_ms = 0.2, .merge_ms = 0.6, .noise = 0.01}, uniform);
  const std::string rests = settled(simulation);
  EXPECT_EQ(std::ranges::count(rests, 'r'), 1) << rests;
  const std::size_t participant = rests.find('r');
  EXPECT_EQ(simulation.model.why_rests(participant).substr(0, 17), "a frame takes 1.3");
}

// Rests at 1.2 ms, where it saves 2 %; of 12 ms it saves 9 %.
TEST(CostModelRest, ALongerFrameWakesParticipants) {
  Simulation simulation({.alone_ms = {1.2, 12}, .merge_ms = 0.06, .merge_rows_ms = 0.4, .noise = 0.01}, uniform);
  EXPECT_EQ(settled(simulation), "-r");
  int frames = 0;
  while (simulation.model.rests(1) && frames < 100) {
    simulation.total *= 1.1;
    simulation.frame(false);
    ++frames;
  }
  EXPECT_LT(simulation.total, 3);
  simulation.total = 10;
  for (int i = 0; i < 30; ++i) simulation.frame(i > 0);
  EXPECT_LT(simulation.frame(), 12 * 0.94);
}

TEST(CostModelRest, AParticipantThatBecomesMuchSlowerIsJoined) {
  Simulation simulation({.alone_ms = {2, 60}, .merge_ms = 0.2}, uniform);
  EXPECT_EQ(settled(simulation), "-r");
  simulation.machine.alone_ms[0] *= 10;
  for (int i = 0; i < 20; ++i) simulation.frame();
  EXPECT_EQ(resting(simulation), "--");
  EXPECT_LT(simulation.frame(), 1.05 * 15.2);
}

// Medians that contradict what was measured count in a row, and only while that is known.
TEST(CostModelRest, AContradictionOfWhatIsForgottenDoesNotCount) {
  ParticipantChoice choice({1, 1});
  const auto frames = [&](int count, double ms, double alone_ms, double growth = 1) {
    WorkFit fit(std::vector<double>{0.999, 0.001}, WorkProfile());
    fit.learn(std::vector<ParticipantCost>{{0, 0.999, 0.999 * alone_ms}, {0.999, 1, alone_ms}}, true);
    for (int i = 0; i < count; ++i)
      choice.learn({.participants = choice.present(), .ms = ms}, fit, i == 0 ? growth : 1);
  };
  frames(5, 1.2, 1);
  frames(5, 1, 1);
  const std::string known = "a frame takes 1.20 ms with it and 1.00 ms without it";
  ASSERT_EQ(choice.why_rests(1), known);
  frames(3, 1.5, 1);
  EXPECT_EQ(choice.why_rests(1), known) << "one median";
  frames(3, 3, 3, 3);
  frames(2, 4.5, 3);
  const std::string anew = "it would save at most 1.80 ms of 3.00 ms";
  ASSERT_EQ(choice.why_rests(1), anew) << "three times as much is computed: nothing of before counts";
  frames(1, 4.5, 3);
  EXPECT_EQ(choice.why_rests(1), anew) << "one median of what is known now";
}

// A trial from which participants without a row are left out has ended: what was before is taken up again by the gap
// between resting and waking, and not by the smaller gain that ends a trial.
TEST(CostModelRest, ATrialEndsWhereParticipantsWithoutARowAreLeftOut) {
  ParticipantChoice choice({1, 1, 1});
  const ParticipantSet first(0b001);
  const ParticipantSet first_two(0b011);
  const ParticipantSet all(0b111);
  const auto frames = [&](int count, ParticipantSet with_rows, double ms, const std::vector<double>& alone_ms) {
    double speed = 0;
    for (const double each : alone_ms) speed += 1 / each;
    std::vector<double> shares;
    std::vector<ParticipantCost> costs;
    double begin = 0;
    for (const double each : alone_ms) {
      shares.push_back(1 / each / speed);
      costs.push_back({begin, begin + shares.back(), 1 / speed});
      begin += shares.back();
    }
    WorkFit fit(shares, WorkProfile());
    fit.learn(costs, true);
    for (int i = 0; i < count; ++i) choice.learn({.participants = with_rows, .ms = ms}, fit, 1);
  };
  frames(1, first_two, 1, {0.9, 20, 1000});
  ASSERT_EQ(choice.present(), first_two);
  frames(5, first_two, 1, {0.9, 20, 1000});
  ASSERT_EQ(choice.present(), first) << "the first one is tried alone";
  frames(5, first, 1.01, {1, 10, 10});
  ASSERT_EQ(choice.present(), all) << "1 % are not enough for both, but all may be much faster";
  frames(1, first, 1.01, {1, 1000, 1000});
  ASSERT_EQ(choice.present(), first);
  frames(5, first, 1.025, {1, 1000, 1000});
  EXPECT_EQ(choice.present(), first) << "1.3 % are within the gap";
}

// Times of parts alone do not tell a card's speed from the work of its rows. So each that may be the fastest alone is
// tried alone once.
TEST(CostModelRest, AShortFrameIsLeftToTheCardThatShowsIt) {
  const Density middle = [](double y) { return 0.15 + 1.2 * std::exp(-std::pow((y - 0.5) / 0.18, 2)); };
  constexpr double alone_ms = 0.084;
  double mean_ms = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    for (const bool cpu : {false, true}) {
      Machine machine{.alone_ms = {0.078, 0.078},
                      .launch_ms = 0.006,
                      .merge_ms = 0.05,
                      .merges_alone = true,
                      .link_ms = 0.088,
                      .noise = 0.02,
                      .interrupted = 0.05,
                      .seed = seed,
                      .height = 2048};
      if (cpu) machine.alone_ms.push_back(1.67);
      if (cpu) machine.first_borders = {0.45, 0.9};
      Simulation cards(machine, middle);
      for (int i = 0; i < 60; ++i) cards.frame();
      double ms = 0;
      for (int i = 0; i < 60; ++i) ms += cards.frame() / 60;
      EXPECT_LT(ms, 1.06 * alone_ms) << "seed " << seed << (cpu ? ", beside a CPU" : "");
      mean_ms += ms / 80;
    }
  }
  EXPECT_LT(mean_ms, 1.003 * alone_ms);
}

// A guess counts the CPU's threads, however many of them a variant uses: such a participant is not tried alone.
TEST(CostModelRest, WhoIsMuchSlowerThanGuessedIsNotTriedAlone) {
  for (const Machine& machine : {Machine{.alone_ms = {10, 400}, .noise = 0.01, .first_borders = {0.27}},
                                 Machine{.alone_ms = {300, 10}, .noise = 0.01, .first_borders = {0.98}},
                                 Machine{.alone_ms = {10, 10, 400}, .noise = 0.01, .first_borders = {0.2, 0.4}}}) {
    Simulation simulation(machine, uniform);
    for (int i = 0; i < 4; ++i) simulation.frame();
    double longest = 0;
    for (int i = 0; i < 200; ++i) longest = std::max(longest, simulation.frame());
    EXPECT_LT(longest, 20);
  }
}

// Nor was one of 4000 such machines, after 160 frames.
TEST(CostModelRest, NeverMuchWorseThanTheBestParticipantAlone) {
  std::mt19937 random(5);
  std::uniform_real_distribution<double> share(0, 1);
  for (unsigned i = 1; i <= 200; ++i) {
    Machine machine{.alone_ms = {}, .noise = 0.01, .seed = i};
    const int participants = 2 + static_cast<int>(share(random) * 3);
    for (int participant = 0; participant < participants; ++participant)
      machine.alone_ms.push_back(std::pow(60, share(random)));
    machine.launch_ms = 0.15 * std::max(0.0, 2 * share(random) - 1);
    machine.merge_ms = 0.5 * machine.alone_ms[0] * share(random) * share(random);
    machine.merge_rows_ms = 0.5 * machine.alone_ms[0] * share(random) * share(random);
    Simulation simulation(machine, [](double y) { return 0.3 + y; });
    double mean = 0;
    for (int frame = 0; frame < 100; ++frame) {
      const double ms = simulation.frame();
      if (frame >= 60) mean += ms / 40;
    }
    EXPECT_LT(mean, 1.005 * simulation.best_alone_ms()) << "machine " << i;
  }
}

// A share of less than a row: the guess rises until there is one.
TEST(CostModelRest, EachParticipantIsTried) {
  Simulation unknown({.alone_ms = {10, 100}, .height = 480, .first_borders = {1}}, uniform);
  for (int i = 0; i < 20; ++i) unknown.frame();
  EXPECT_LT(unknown.frame(), 1.01 * unknown.together_ms());
  Simulation slow({.alone_ms = {1, 1000}, .height = 480, .first_borders = {0.999}}, uniform);
  int longer = 0;
  for (int i = 0; i < 100; ++i) longer += slow.frame() > 1 ? 1 : 0;
  EXPECT_EQ(longer, 1);
  EXPECT_GT(slow.model.alone_ms(1), 480);
  Simulation row({.alone_ms = {10, 10}, .height = 1}, uniform);
  for (int i = 0; i < 100; ++i) EXPECT_DOUBLE_EQ(row.frame(), 10);
}

// An empty part tells nothing, nor does a time that is none.
TEST(CostModelRest, KeepsWhatItKnows) {
  CostModel model({0.5});
  const std::vector<ParticipantCost> split{{0, 0.6, 12}, {0.6, 1, 16}};
  for (int i = 0; i < 5; ++i) model.learn(split, 0, true);
  for (int i = 0; i < 5; ++i) model.learn(std::vector<ParticipantCost>{{0, 1, 20}, {1, 1, 0}}, 0, true);
  EXPECT_NEAR(model.alone_ms(1), 40, 1);
  for (int i = 0; i < 5; ++i) model.learn(std::vector<ParticipantCost>{{0, 1, 200}, {1, 1, 0}}, 0, false);
  EXPECT_NEAR(model.alone_ms(1), 400, 10);
  model.learn(std::vector<ParticipantCost>{{0, 0.6, 0}, {0.6, 1, std::nan("")}}, 0, true);
  EXPECT_NEAR(model.alone_ms(1), 400, 10);
}

}  // namespace
}  // namespace heteroscope
