#include <signal.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "app/ranks/piece_queue.hpp"
#include "app/ranks/shared_pieces.hpp"
#include "app/ranks/simulation.hpp"
#include "tests/command/ranks_of_program.hpp"

/// What several ranks compute, started by mpirun.
namespace heteroscope::testing {
namespace {

class PosterRanks : public RanksOfProgram {
 protected:
  static constexpr const char* map = "render mandelbrot --scene seahorses --processor cpu --out ";
};

TEST_F(PosterRanks, HaveTheBytesOfOne) {
  struct Case {
    const char *out, *more, *ranks;
  };
  for (const Case& each :
       {Case{"a.png", "--size 1301x707 --tile 200x64", "3"},  // put together from columns
        Case{"a.png", "--size 1301x707 --tile 4000x64", "2"}, Case{"a.tif", "--size 1301x707 --tile 256x256", "2"},
        Case{"a.tif", "--size 1301x707 --tile 512x512 --values", "3"},
        Case{"a.npy", "--size 257x513 --tile 60x10", "2"}, Case{"a.tif", "--size 1x1 --tile 256x256", "2"}}) {
    SCOPED_TRACE(::testing::Message() << each.out << ' ' << each.more);
    const std::string line = map + std::string(each.out) + ' ' + each.more;
    alone(line);
    std::filesystem::rename(file(each.out), file("one"));
    const Result many = run(line, "export RANKS=" + std::string(each.ranks) + ';');
    EXPECT_EQ(many.code, 0) << many.error;
    EXPECT_EQ(many.error, "");
    EXPECT_NE(many.out.find("; " + std::string(each.ranks) + " ranks: "), std::string::npos) << many.out;
    expect_same(each.out, "one");
    EXPECT_FALSE(std::filesystem::exists(file(std::string(each.out) + ".unfinished.json")));
  }
}

TEST_F(PosterRanks, OtherWorkloadsHaveTheBytesOfOne) {
  for (const char* of : {"blur --source noise:1 --set radius=7 --scale histogram --out a.png --tile 4000x40",
                         "binarize --out a.npy --tile 100x100", "transpose --out a.tif --tile 256x256"}) {
    SCOPED_TRACE(of);
    const std::string line = "render " + std::string(of) + " --processor cpu --size 401x307";
    const std::string out = line.substr(line.find(" a.") + 1, 5);
    alone(line);
    std::filesystem::rename(file(out), file("one"));
    const Result many = run(line);
    EXPECT_EQ(many.code, 0) << many.error;
    EXPECT_EQ(many.error, "");
    expect_same(out, "one");
  }
}

TEST_F(PosterRanks, OneThatIsKilledLeavesWhatIsWritten) {
  const std::string line =
      "render mandelbrot --scene inside --set max_iterations=3000 --processor cpu --variant sequential --size 700x600 "
      "--tile 256x64 --out a.png";
  alone(line);
  std::filesystem::rename(file("a.png"), file("one"));
  const int status = stopped_before("a.png", 0, line, [&] {
    const pid_t one = std::filesystem::exists(file("a.png.unfinished.json")) ? process_of(1) : 0;
    return one != 0 && kill(one, SIGKILL) == 0;
  });
  ASSERT_TRUE(WIFEXITED(status));
  const Result killed{WEXITSTATUS(status), read_text(file("out")), read_text(file("error"))};
  expect_one_line(killed, 128 + SIGKILL, " pieces of a.png; --resume continues");
  expect_one_line(run(line), 2, "a.png is unfinished: --resume continues it");
  const std::string state = read_text(file("a.png.unfinished.json"));
  std::string wrong = state;
  wrong.replace(wrong.find("\"bytes\": "), 9, "\"bytes\": 1");
  write_text(file("a.png.unfinished.json"), wrong);
  expect_one_line(run(line + " --resume"), 2, "a.png.unfinished.json: not the state of an unfinished poster");
  write_text(file("a.png.unfinished.json"), state);
  std::string damaged = read_text(file("a.png.unfinished"));
  damaged[damaged.find("IDAT") + 20] ^= 1;
  write_text(file("a.png.unfinished"), damaged);
  const Result resumed = run(line + " --resume", "export RANKS=3;");
  EXPECT_EQ(resumed.code, 0) << resumed.error;
  EXPECT_NE(resumed.out.find("begun earlier, "), std::string::npos) << resumed.out;
  EXPECT_NE(resumed.out.find(" computed again"), std::string::npos) << resumed.out;
  expect_same("a.png", "one");
}

TEST_F(PosterRanks, RefuseInOneLine) {
  const std::string line = map + std::string("a.tif --size 100x100");
  expect_one_line(run("list", quickly), 2,
                  "mpirun started 2 ranks; render, movie, bench, study can use them, but list is for one "
                  "process");
  expect_one_line(run(map + std::string("a.jpg"), quickly), 2, "but not mandelbrot into a.jpg");
  expect_one_line(run(line, std::string(quickly) + "export OTHER='--set max_iterations=7';"), 2,
                  "rank 1 was started with another command or other settings: settings /parameters/max_iterations");
  expect_one_line(run(line, std::string(quickly) + "export OTHER=--nonsense;"), 2,
                  "rank 1: render: there is no option --nonsense");
  const Result help = run("--help");
  EXPECT_EQ(help.code, 0);
  EXPECT_EQ(help.out.find("heteroscope: an"), help.out.rfind("heteroscope: an")) << "it is said once";
}

TEST_F(PosterRanks, MoviesHaveTheBytesOfOne) {
  const std::string zoom = "movie mandelbrot --processor cpu --size 97x55 --scene full --to spiral --frames 7 --out ";
  alone(zoom + "one%d.png");
  const std::string bare = alone(zoom + "-").out;
  // two are there, of which one is in the middle
  for (const int i : {0, 3})
    std::filesystem::copy(file("one" + std::to_string(i) + ".png"), file("m" + std::to_string(i) + ".png"));
  const Result many = run(zoom + "m%d.png --resume", "export RANKS=3;");
  EXPECT_EQ(many.code, 0) << many.error;
  EXPECT_NE(many.out.find("2 of them from before"), std::string::npos) << many.out;
  EXPECT_NE(many.out.find("; 3 ranks: "), std::string::npos) << many.out;
  for (int i = 0; i < 7; ++i) expect_same("one" + std::to_string(i) + ".png", "m" + std::to_string(i) + ".png");
  const Result piped = run(zoom + "-");
  EXPECT_EQ(piped.code, 0) << piped.error;
  EXPECT_TRUE(piped.out == bare) << piped.out.size() << " bytes of " << bare.size();
  expect_one_line(
      run(zoom + "b%d.png", std::string(quickly) + "export OTHER='--set max_iterations=7';"), 2,
      "rank 1 was started with another command or other settings: settings /keyframes/0/parameters/max_iterations");
  expect_one_line(run(zoom + "b%d.png --reuse", quickly), 2,
                  "--reuse works in one process only; ranks compute every frame");
  expect_one_line(run("movie heat --set n=33 --to steps=40 --frames 3 --out b%d.png", quickly), 2,
                  "each frame of heat continues the one before");
}

TEST_F(PosterRanks, BenchIsOneReportOfAll) {
  const Result many =
      run("bench mandelbrot --scene full --size 64x64 --variant sequential --precision fp64 --repeat 3 --json b.json");
  EXPECT_EQ(many.code, 0) << many.error;
  EXPECT_NE(many.out.find("bench over 2 ranks"), std::string::npos) << many.out;
  const auto made = nlohmann::json::parse(read_text(file("b.json")));
  ASSERT_EQ(made.at("ranks").size(), 2U);
  const auto& row = made.at("rows").at(0);
  EXPECT_LE(row.at("ranks_min_ms").get<double>(), row.at("ranks_max_ms").get<double>());
  double together = 0;
  for (const auto& each : made.at("results")) together += each.at("rows").at(0).at("operations_per_s").get<double>();
  EXPECT_DOUBLE_EQ(row.at("operations_per_s").get<double>(), together);
  expect_one_line(run("bench mandelbrot --svg a.svg", quickly), 2,
                  "several ranks: bench makes one table of them all, so --svg and --resume cannot be given");
}

/// The judgement of what was published needs no GPU: ranks print it as one process does, once.
TEST_F(PosterRanks, BenchOfWhatNoneCanMeasureSaysWhatWasPublished) {
  if (has_gpu()) GTEST_SKIP() << "skipped: a CUDA device measures it";
  const std::string one = alone("bench transpose-tiles").out;
  EXPECT_NE(one.find("by the published figures"), std::string::npos) << one;
  const Result many = run("bench transpose-tiles");
  EXPECT_EQ(many.code, 0) << many.error;
  EXPECT_EQ(many.out, one);
  expect_one_line(run("bench transpose-tiles --json a.json", quickly), 2,
                  "--json: nothing can be measured here: needs a GPU: ");
  expect_one_line(run("bench mandelbrot --processor gpu", quickly), 2, "nothing can be measured here: needs a GPU: ");
}

/// One rank has nothing where the other has rows.
TEST_F(PosterRanks, BenchNamesTheRankThatCanMeasureNothing) {
  if (has_gpu()) GTEST_SKIP() << "skipped: a CUDA device measures it";
  const std::string rows = "bench mandelbrot --scene full --size 64x64 --precision fp64 --repeat 1";
  expect_one_line(
      run(rows, std::string(quickly) + "export OTHER='--processor gpu';"), 2,
      "rank 1 was started with another command or other settings: nothing can be measured there: needs a GPU: ");
}

/// Pieces of one second, but for the last.
std::vector<PieceCost> pieces_of(std::size_t count, double last_s) {
  std::vector<PieceCost> out(count, {.compute_s = 1, .encode_s = 0.1, .put_s = 0.01, .bytes = 1e6, .estimate = 1});
  out.back().compute_s = out.back().estimate = last_s;
  return out;
}

TEST(SimulatedRanks, TakeWhatTheirPiecesTake) {
  const auto pieces = pieces_of(64, 1);
  EXPECT_NEAR(simulate(pieces, 0, {}).all_s, 64 + 0.1 + 0.01, 0.01);
  const SimulatedRun eight = simulate(pieces, 0, {.ranks = 8});
  EXPECT_NEAR(eight.all_s, 8 + 8 * 0.01 + 0.1, 0.06) << "a message is found within two milliseconds";
  EXPECT_NEAR(eight.computing, 1, 0.03);
  EXPECT_NEAR(simulate(pieces_of(64, 3), 0, {.ranks = 8}).all_s, 9, 0.3) << "the longest of the last goes first";
  EXPECT_NEAR(simulate(pieces, 0, {.ranks = 2, .starts_s = {0, 10}}).all_s, (64 + 10) / 2.0, 0.6);
  EXPECT_NEAR(simulate(pieces, 0.5, {.ranks = 8}).all_s - eight.all_s, 16, 0.01) << "guessed are four a rank";
}

TEST(SimulatedRanks, AreHeldBackByTheFileAndByRankZero) {
  const auto pieces = pieces_of(256, 1);
  const SimulatedRun slow_file = simulate(pieces, 0, {.ranks = 64, .file = 1e7});
  EXPECT_NEAR(slow_file.all_s, 256 * 0.1 + 1.1, 0.5);
  EXPECT_GT(slow_file.file_busy, 0.9);
  const SimulatedRun slow_desk = simulate(pieces, 0, {.ranks = 64, .service_s = 0.05});
  EXPECT_GT(slow_desk.all_s, 25) << "at least two letters in and two out a piece";
  EXPECT_GT(slow_desk.desk_busy, 0.9);
}

TEST(PieceQueue, GoesInOrderNoFurtherAheadThanTheWindow) {
  PieceQueue queue(2, 10, 3, {});  // no costs: they are taken as they come
  for (const int piece : {2, 3, 4}) EXPECT_EQ(queue.take(2), piece);
  EXPECT_EQ(queue.take(2), std::nullopt);
  EXPECT_EQ(queue.left(), 5);
  EXPECT_EQ(queue.take(3), 5);
  EXPECT_EQ(queue.take(3), std::nullopt);
  for (const int piece : {6, 7, 8, 9}) EXPECT_EQ(queue.take(7), piece);
  EXPECT_EQ(queue.take(10), std::nullopt);
  EXPECT_EQ(queue.left(), 0);
}

TEST(PieceQueue, TakesTheMostExpensiveOfTheLastFirst) {
  PieceQueue queue(0, 6, 4, {1, 5, 2, 5});
  EXPECT_EQ(queue.take(0), 0);
  EXPECT_EQ(queue.take(1), 1) << "they do not all lie in the window";
  for (const int piece : {3, 5, 4, 2}) EXPECT_EQ(queue.take(2), piece);
  EXPECT_EQ(queue.take(2), std::nullopt);
}

TEST(RankShares, AreListedOrSummedUp) {
  EXPECT_EQ(shares_text({{7, 90, 0, {}}, {8, 100, 0, {}}}, 100),
            "2 ranks: 7, 8 pieces, computing 90 %, 100 % of the time");
  std::vector<RankShare> many(9, {5, 40, 0, {}});
  many[3] = {2, 20, 0, {}};
  EXPECT_EQ(shares_text(many, 50), "9 ranks: 2 to 5 pieces, computing 40 % to 80 % of the time");
}

}  // namespace
}  // namespace heteroscope::testing
