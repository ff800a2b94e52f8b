#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "app/bench/participants.hpp"
#include "tests/command/program.hpp"
#include "tests/json.hpp"

namespace heteroscope::testing {
namespace {

/// The program with GPUs whose memory is the host's, and on which the reference runs.
class Participants : public Program {
 protected:
  [[nodiscard]] std::string program() const override { return HETEROSCOPE_FAULTY; }

  [[nodiscard]] Result run_with(int gpus, const std::string& arguments) const {
    return run(arguments, fmt::format("export HETEROSCOPE_FAKE_GPUS={};", gpus));
  }
  /// The result's values, as a file has them.
  [[nodiscard]] std::string values(int gpus, const std::string& arguments) const {
    const Result result = run_with(gpus, "render " + arguments + " --out values.npy");
    EXPECT_EQ(result.code, 0) << arguments << "\n" << result.error;
    return read_text(folder() + "/values.npy");
  }
};

struct RanksProblem {
  const char* render;
  const char* cpu;  ///< the variant that gives the reference's bits
  bool iterates;
};

constexpr std::array problems{
    RanksProblem{"mandelbrot --size 61x47", "sequential", false},
    RanksProblem{"binarize --size 61x47 --source noise:3", "mean=sequential --variant threshold=sequential", false},
    RanksProblem{"transpose --size 64x48", "sequential", false},
    RanksProblem{"blur --size 61x47 --source noise:3", "sequential", false},
    RanksProblem{"histogram --size 61x47 --source noise:3", "sequential", false},
    RanksProblem{"triangle --set n=70", "sequential", false},
    RanksProblem{"heat --set n=65 --steps 37", "sequential", true},
    RanksProblem{"laplace --set n=65 --steps 37", "sequential", true},
    RanksProblem{"laplace --scene cg --set n=131 --steps 70", "sequential", true},
    RanksProblem{"laplace --scene step --set n=260 --steps 3", "sequential", true}};

TEST_F(Participants, AnyNumberOfThemGivesTheSameBits) {
  for (const RanksProblem& problem : problems) {
    const std::string alone = values(1, fmt::format("{} --processor cpu --variant {}", problem.render, problem.cpu));
    for (const int gpus : {1, 2, 4}) {
      for (const char* way : {"0.3", "auto", "bisection", "queue"}) {
        if (problem.iterates && std::string_view(way) == "queue") continue;
        EXPECT_TRUE(alone == values(gpus, fmt::format("{} --processor split --split {} --variant {}", problem.render,
                                                      way, problem.cpu)))
            << problem.render << ": " << gpus << " GPUs and the CPU, " << way;
      }
    }
    for (const int gpus : {2, 3, 5}) {
      EXPECT_TRUE(alone == values(gpus, fmt::format("{} --processor gpu:all", problem.render)))
          << problem.render << ": " << gpus << " GPUs";
    }
  }
}

/// Nothing is known of the first frame's times: its rows are sent in four pieces.
TEST_F(Participants, SendTheirRowsPieceByPiece) {
  const Result result =
      run_with(3, "render mandelbrot --size 61x47 --precision fp32 --processor gpu:all --out a.npy --trace trace.json");
  ASSERT_EQ(result.code, 0) << result.error;
  std::map<int, std::vector<std::size_t>> sent;
  const nlohmann::json trace = json_of(read_text(folder() + "/trace.json"));
  for (const nlohmann::json& event : trace.at("traceEvents")) {
    if (event.value("cat", "") == "copy" && event.at("name") == "to host")
      sent[event.at("pid").get<int>()].push_back(event.at("args").at("bytes").get<std::size_t>());
  }
  ASSERT_EQ(sent.size(), 3U);
  std::size_t all = 0;
  for (const auto& [gpu, bytes] : sent) {
    EXPECT_EQ(bytes.size(), 4U) << gpu;
    for (const std::size_t each : bytes) all += each;
  }
  EXPECT_EQ(all, 61U * 47U * sizeof(float)) << "each row once";
}

/// One alone sends what it has computed in one piece, and a triangle's participant what it has of whole rows.
TEST_F(Participants, AloneSendInOnePiece) {
  const Result result =
      run_with(1, "render triangle --set n=70 --precision fp32 --processor gpu --out a.npy --trace trace.json");
  ASSERT_EQ(result.code, 0) << result.error;
  std::vector<std::size_t> sent;
  const nlohmann::json trace = json_of(read_text(folder() + "/trace.json"));
  for (const nlohmann::json& event : trace.at("traceEvents")) {
    if (event.value("cat", "") == "copy") sent.push_back(event.at("args").at("bytes").get<std::size_t>());
  }
  EXPECT_EQ(sent, (std::vector<std::size_t>{70 * 70 * sizeof(float)}));
}

TEST_F(Participants, HaveTheSharesThatWereAskedFor) {
  const std::string alone = values(1, "mandelbrot --size 61x47 --processor cpu");
  for (const char* shares : {"0,0,1", "1,0,0", "0.1,0.2,0.3", "0.25,0,0.25", "0,0,0"}) {
    EXPECT_TRUE(alone == values(3, fmt::format("mandelbrot --size 61x47 --processor split --split {}", shares)))
        << shares;
  }
  EXPECT_TRUE(values(1, "mandelbrot --size 61x2 --processor cpu") ==
              values(5, "mandelbrot --size 61x2 --processor gpu:all"))
      << "more processors than rows";
}

TEST_F(Participants, SayInALineWhatCannotBe) {
  const auto refused = [&](const std::string& arguments, const std::string& words) {
    const Result result = run_with(2, "render mandelbrot --size 32x32 --out no.npy " + arguments);
    EXPECT_EQ(result.code, 2) << arguments;
    EXPECT_NE(result.error.find(words), std::string::npos) << arguments << ": " << result.error;
    EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
    EXPECT_FALSE(std::filesystem::exists(folder() + "/no.npy"));
  };
  refused("--processor gpu:2", "there is no GPU 2");
  refused("--processor gpu:0,0", "GPU 0 is named twice");
  refused("--processor gpu:", "is unknown");
  refused("--processor gpu:0,", "is unknown");
  refused("--processor gpu:-1", "is unknown");
  refused("--processor gpu:x", "is unknown");
  refused("--processor split:gpu:0", "is unknown");
  refused("--processor split:cpu,gpu:0,1 --split 0.2,0.2,0.2", "3 shares are given for 3 processors");
  refused("--processor split --split 0.7,0.7", "more than 1");
  refused("--processor split --split 1.5", "is not one of");
  refused("--processor gpu --split 0.5", "only the GPU computes");
  refused("--processor gpu:0,1 --split bisection", "the CPU is not used");
  refused("--processor split --split later", "is not one of");
}

TEST_F(Participants, AnIterationRefusesAQueue) {
  const Result result = run_with(2, "render heat --set n=33 --processor split --split queue --out no.npy");
  EXPECT_NE(result.code, 0);
  EXPECT_NE(result.error.find("keeps its rows"), std::string::npos) << result.error;
}

/// One card takes 2 ms for all; what three others compute needs 16 ms over each link, and 22 over all at once.
TEST(ParticipantsRow, TheIdealKnowsThatAllRowsGoIntoOneCard) {
  const ParticipantFigures other{.participant = {Processor::gpu, 1}, .share = 0.25, .alone_ms = 2, .link_ms = 16};
  ParticipantsRow row{
      .participants = {{.participant = {Processor::gpu, 0}, .share = 0.25, .alone_ms = 2}, other, other, other}};
  row.arrival_ms = 22;
  EXPECT_DOUBLE_EQ(row.ideal_ms(), 1 / (1 / 2.0 + 1 / 22.0));
  row.arrival_ms = 4;
  EXPECT_DOUBLE_EQ(row.ideal_ms(), 1 / (1 / 2.0 + 3 / 16.0)) << "each has its link to itself";
  row.arrival_ms = 0;
  for (ParticipantFigures& each : row.participants) each.link_ms = 0;
  EXPECT_DOUBLE_EQ(row.ideal_ms(), 0.5) << "nothing is sent";
}

TEST_F(Participants, WhatArrivesInOneCardIsMeasuredOverAllLinksAtOnce) {
  const Result result = run_with(3, "bench triangle --set n=300 --processor gpu:all --repeat 3 --json rows.json");
  ASSERT_EQ(result.code, 0) << result.error;
  const nlohmann::json json = json_of(read_text(folder() + "/rows.json"));
  const nlohmann::json& ceilings = json.at("ceilings");
  ASSERT_EQ(ceilings.at("links").size(), 2U);
  ASSERT_EQ(ceilings.at("arrivals").size(), 1U);
  EXPECT_EQ(ceilings.at("arrivals")[0].at("from"), "GPU 1, GPU 2");
  EXPECT_GT(ceilings.at("arrivals")[0].at("bytes_per_s"), 0.0);
  const nlohmann::json& shared = json.at("rows")[0].at("shared_by");
  EXPECT_GT(shared.at("arrival_ms"), 0.0);
  EXPECT_GT(shared.at("ideal_ms"), 0.0);
}

TEST_F(Participants, AreChosenAnewWithoutTheSharesOfOthers) {
  const Result saved = run_with(3, "render mandelbrot --size 32x32 --processor split --split 0.1,0.2,0.3 --out a.png");
  ASSERT_EQ(saved.code, 0) << saved.error;
  for (const char* others : {"gpu:0,1", "split:cpu,gpu:1", "gpu", "cpu", "gpu:all"}) {
    const Result result = run_with(3, fmt::format("render --settings a.png --processor {} --out b.npy", others));
    EXPECT_EQ(result.code, 0) << others << result.error;
  }
  const Result two = run_with(3, "render --settings a.png --processor gpu:0,1 --split 0.4 --out b.npy");
  EXPECT_EQ(two.code, 0) << two.error;
}

TEST_F(Participants, AutoRefusesMoreThanItsModelHas) {
  const Result result = run_with(20, "render mandelbrot --size 32x32 --processor split --split auto --out no.npy");
  EXPECT_NE(result.code, 0);
  EXPECT_NE(result.error.find("at most 16 processors"), std::string::npos) << result.error;
  EXPECT_EQ(run_with(20, "render mandelbrot --size 32x32 --processor split --split 0.5 --out a.npy").code, 0);
}

TEST_F(Participants, TheStudyOfTheSplitFindsTheShortestFrame) {
  const Result result = run_with(2, "study split mandelbrot --size 64x64 --json study.json --svg study.svg");
  ASSERT_EQ(result.code, 0) << result.error;
  for (const char* words : {"GPU 0", "GPU 1", "CPU", "the shortest frame", "at best, if all rows cost the same"})
    EXPECT_NE(result.out.find(words), std::string::npos) << words << "\n" << result.out;
  const auto study = json_of(read_text(folder() + "/study.json"));
  double shortest = std::numeric_limits<double>::infinity();
  double share = -1;
  double best = -1;
  for (const auto& point : study["points"]) {
    EXPECT_GT(point["share"].get<double>(), share);
    share = point["share"].get<double>();
    EXPECT_EQ(point["lanes"].size(), 3);
    if (point["frame_ms"] >= shortest) continue;
    shortest = point["frame_ms"].get<double>();
    best = share;
  }
  EXPECT_EQ(study["points"].front()["share"], 0);
  EXPECT_EQ(share, 1);
  EXPECT_EQ(study["best_share"], best);
  EXPECT_TRUE(read_text(folder() + "/study.svg").starts_with("<?xml"));
}

TEST_F(Participants, TheStudyOfTheSplitSaysInALineWhatCannotBe) {
  const auto refused = [&](const std::string& arguments, const std::string& words) {
    const Result result = run_with(1, "study " + arguments);
    EXPECT_EQ(result.code, 2) << arguments;
    EXPECT_NE(result.error.find(words), std::string::npos) << arguments << ": " << result.error;
    EXPECT_EQ(std::ranges::count(result.error, '\n'), 1) << result.error;
  };
  refused("split", "study split: which workload?");
  refused("split nothing", "nothing");
  refused("split mandelbrot --split 0.5", "all shares");
  refused("split mandelbrot --processor cpu", "nothing to share");
  refused("split heat --set n=33 --set fourier=0.4", "is above 0.25");
  const Result three = run_with(3, "study split mandelbrot --processor gpu:all");
  EXPECT_EQ(three.code, 2);
  EXPECT_NE(three.error.find("of the first of two GPUs"), std::string::npos) << three.error;
  refused("split mandelbrot --variant sequential --variant simd", "variant");
  refused("split mandelbrot --csv a --json a", "a");
  refused("heat --size 64x64", "its own settings");
  refused("heat mandelbrot", "its own settings");
  refused("heat --svg a.svg", "its own settings");
}

TEST_F(Participants, BenchShowsEach) {
  const Result result =
      run_with(2,
               "bench mandelbrot --scene full --precision fp64 --size 64x64 --processor split --split auto --variant "
               "cuda_2d --repeat 2");
  EXPECT_EQ(result.code, 0) << result.error;
  for (const char* words :
       {"Processors that share a frame:", "GPU 0", "GPU 1", "CPU", "of ideal", "Links, measured", "CPU to GPU 0"})
    EXPECT_NE(result.out.find(words), std::string::npos) << words << "\n" << result.out;
}

}  // namespace
}  // namespace heteroscope::testing
