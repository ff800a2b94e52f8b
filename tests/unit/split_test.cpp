#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "core/base/error.hpp"
#include "core/model/settings/processors.hpp"
#include "core/model/settings/refusals.hpp"
#include "core/model/settings/settings.hpp"
#include "core/plan/partition.hpp"

namespace heteroscope {
namespace {

TEST(Split, TheTwoSidesCoverEveryRowOnce) {
  for (int height : {1, 2, 3, 37, 117, 720, 65536}) {
    for (int percent = 0; percent <= 100; ++percent) {
      const Parts parts = parts_by_shares(std::vector{percent / 100.0}, {height, Domain::whole});
      ASSERT_EQ(parts.size(), 2U);
      EXPECT_EQ(parts[0].begin, 0);
      EXPECT_EQ(parts[0].end, parts[1].begin);
      EXPECT_EQ(parts[1].end, height);
      EXPECT_NEAR(parts[0].count(), height * percent / 100.0, 0.5);
    }
  }
}

TEST(Split, TheShareIsNoIntegerAsItWasInTheSeed) {
  // seed 000 kept 0.852 in an int: its GPU computed nothing
  EXPECT_EQ(parts_by_shares(std::vector{0.852}, {1000, Domain::whole}).front().count(), 852);
}

TEST(Split, OneProcessorTakesAll) {
  EXPECT_EQ(parts_by_shares({}, {50, Domain::whole}), (Parts{{0, 50}}));
}

TEST(Split, UpToEightParticipantsCoverEveryRowOnce) {
  for (const Domain domain : {Domain::whole, Domain::lower_triangle}) {
    for (int height : {1, 2, 5, 8, 37, 720, 65536}) {
      for (int participants = 1; participants <= 8; ++participants) {
        // even shares; all to the first; all to the last; falling ones
        std::vector<std::vector<double>> ways(4, std::vector<double>(static_cast<std::size_t>(participants - 1), 0));
        for (std::size_t i = 0; i + 1 < static_cast<std::size_t>(participants); ++i) {
          ways[0][i] = 1.0 / participants;
          ways[1][i] = i == 0 ? 1 : 0;
          ways[3][i] = std::ldexp(1, -static_cast<int>(i) - 1);
        }
        for (const std::vector<double>& shares : ways) {
          const Parts parts = parts_by_shares(shares, {height, domain});
          ASSERT_EQ(parts.size(), static_cast<std::size_t>(participants));
          EXPECT_EQ(parts.front().begin, 0);
          EXPECT_EQ(parts.back().end, height);
          for (std::size_t i = 0; i < parts.size(); ++i) {
            EXPECT_GE(parts[i].count(), 0);
            EXPECT_EQ(parts[i].begin, i == 0 ? 0 : parts[i - 1].end);
          }
        }
      }
    }
  }
}

TEST(Participants, OfEachChoice) {
  device::Facts gpu;
  gpu.available = true;
  const std::vector<device::Facts> three(3, gpu);
  const auto participants = [&](Processor processor, const GpuChoice& gpus) {
    Execution execution;
    execution.processor = processor;
    execution.gpus = gpus;
    return participants_of(execution, three);
  };
  const auto number = [](int n) { return Participant{Processor::gpu, n}; };
  const Participant cpu{Processor::cpu};
  EXPECT_EQ(participants(Processor::cpu, {}), (std::vector{cpu}));
  EXPECT_EQ(participants(Processor::gpu, {}), (std::vector{number(0)}));
  EXPECT_EQ(participants(Processor::gpu, {.all = true, .numbers = {}}), (std::vector{number(0), number(1), number(2)}));
  EXPECT_EQ(participants(Processor::gpu, {.all = false, .numbers = {2, 0}}), (std::vector{number(2), number(0)}));
  EXPECT_EQ(participants(Processor::split, {}), (std::vector{number(0), number(1), number(2), cpu}));
  EXPECT_EQ(participants(Processor::split, {.all = false, .numbers = {1}}), (std::vector{number(1), cpu}));
  EXPECT_THROW(participants(Processor::gpu, {.all = false, .numbers = {3}}), BadInput);
  EXPECT_THROW(participants(Processor::gpu, {.all = false, .numbers = {1, 1}}), BadInput);
  EXPECT_THROW(participants(Processor::split, {.all = false, .numbers = {-1}}), BadInput);
}

TEST(Participants, OfMachinesElsewhereStandBetweenGpusAndTheCpu) {
  device::Facts gpu;
  gpu.available = true;
  const std::vector<device::Facts> one(1, gpu);
  Execution execution;
  execution.processor = Processor::split;
  const Participant there{Processor::gpu, 0, "server"};
  execution.elsewhere = {there};
  const std::vector<Participant> participants = participants_of(execution, one);
  EXPECT_EQ(participants, (std::vector{Participant{Processor::gpu, 0}, there, Participant{Processor::cpu}}));
  EXPECT_EQ(name_of(there), "GPU 0 of server");
  EXPECT_EQ(shares_by_hand(execution, participants), (std::vector{0.25, 0.25}));
  execution.elsewhere = {there, there};
  EXPECT_THROW((void)participants_of(execution, one), BadInput);
}

TEST(Participants, HaveAShareEachButTheLast) {
  device::Facts gpu;
  gpu.available = true;
  const std::vector<device::Facts> three(3, gpu);
  Execution execution;
  execution.processor = Processor::split;
  execution.shares = {0.2, 0.3, 0.4};
  EXPECT_EQ(participants_of(execution, three).size(), 4U);
  execution.shares = {0.2, 0.3};
  EXPECT_THROW(participants_of(execution, three), BadInput);
  execution.shares = {0.9};  // of all GPUs
  EXPECT_EQ(participants_of(execution, three).size(), 4U);
}

TEST(Participants, ShareAFrameInTheWayThatTheTextSays) {
  Execution execution;
  for (const auto& [text, way] : {std::pair("bisection", Sharing::bisection),
                                  {"auto", Sharing::automatic},
                                  {"queue", Sharing::queue},
                                  {"0.25,0.5", Sharing::by_hand}}) {
    EXPECT_TRUE(set_split(execution, text)) << text;
    EXPECT_EQ(execution.sharing, way);
    EXPECT_EQ(split_text(execution), text);
  }
  EXPECT_EQ(execution.shares, (std::vector{0.25, 0.5}));
  const Execution before = execution;
  for (const char* wrong : {"", "hand", "Auto", "1.5", "-0.1", "0.5,", ",", "0.5;0.5", "nan", "0.5 auto"}) {
    EXPECT_FALSE(set_split(execution, wrong)) << wrong;
    EXPECT_EQ(execution, before) << wrong;
  }
}

TEST(Participants, RefuseWaysThatCannotBe) {
  Workload maps;
  maps.id = "map";
  Workload iterates = maps;
  iterates.stages = {{.kind = Iteration{}}};
  EXPECT_EQ(refusal_of_sharing(Sharing::queue, maps, true), "");
  EXPECT_NE(refusal_of_sharing(Sharing::queue, iterates, true).find("keeps its rows"), std::string::npos);
  EXPECT_EQ(refusal_of_sharing(Sharing::automatic, iterates, false), "");
  EXPECT_EQ(refusal_of_sharing(Sharing::bisection, maps, true), "");
  EXPECT_NE(refusal_of_sharing(Sharing::bisection, maps, false).find("CPU"), std::string::npos);
}

}  // namespace
}  // namespace heteroscope
