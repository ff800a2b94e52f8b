#include <signal.h>

#include <chrono>
#include <cmath>
#include <cstring>
#include <optional>

#include "core/io/json/json_text.hpp"
#include "core/types/basic_types.hpp"
#include "tests/command/poster_program.hpp"

/// Results that are computed piece by piece, held against those computed in one.
namespace heteroscope::testing {
namespace {

class Poster : public PosterProgram {};

TEST_F(Poster, HasTheBytesOfTheWhole) {
  for (const char* size : {"1x1", "257x513", "1301x707", "3000x2"}) {
    const std::string of = map + std::string(size);
    expect_success(of + " --out whole.png");
    expect_success(of + " --out whole.npy");
    expect_success(of + " --out whole.tif");
    expect_success(of + " --out whole-values.tif --values");
    expect_same_pixels("whole.png", "whole.tif");
    for (const char* tile : {"60x10", "256x256", "600x500", "4000x4000"}) {
      SCOPED_TRACE(::testing::Message() << size << " in " << tile);
      const std::string in_pieces = of + " --tile " + tile + " --out ";
      expect_success(in_pieces + "a.png");
      expect_same("a.png", "whole.png");
      expect_success(in_pieces + "a.npy");
      expect_same("a.npy", "whole.npy");
      expect_success(in_pieces + "a.tif");
      expect_same("a.tif", "whole.tif");
      expect_success(in_pieces + "values.tif --values");
      expect_same("values.tif", "whole-values.tif");
      for (const char* each : {"a.png", "a.npy", "a.tif", "values.tif"}) expect_nothing_unfinished(each);
    }
  }
}

/// Colors that do not follow from a pixel's own value alone: of several samples, and of its neighbors.
TEST_F(Poster, SamplesAndDistancesHaveTheBytesOfTheWhole) {
  for (const char* look : {"--samples 3", "--samples 2 --scale histogram", "--set smooth=1 --scale distance",
                           "--set smooth=1 --scale distance --samples 2 --set method=perturbed"}) {
    const std::string of = map + std::string("41x800 ") + look + " --out ";
    expect_success(of + "whole.png");
    expect_success(of + "whole.tif");
    expect_same_pixels("whole.png", "whole.tif");
    for (const char* tile : {"16x10", "41x100", "30x300"}) {
      SCOPED_TRACE(::testing::Message() << look << " in " << tile);
      expect_success(of + "a.png --tile " + tile);
      expect_same("a.png", "whole.png");
      expect_success(of + "a.tif --tile " + tile);
      expect_same("a.tif", "whole.tif");
    }
  }
  expect_success(map + std::string("41x60 --samples 3 --out one.png"));
  expect_success(map + std::string("41x60 --out plain.png"));
  EXPECT_FALSE(read_text(file("one.png")) == read_text(file("plain.png")));
}

TEST_F(Poster, WhatIsTooLargeToBeHeldIsComputedPieceByPiece) {
  const std::string of = map + std::string("2500x1900 --out ");
  expect_success(of + "whole.png");
  const Result result = run(of + "a.png --memory-limit 24M");
  EXPECT_EQ(result.code, 0) << result.error;
  EXPECT_NE(result.out.find(" pieces of "), std::string::npos) << result.out;
  expect_same("a.png", "whole.png");
  expect_success(map + std::string("70000x3 --out long.npy"));
  EXPECT_EQ(std::filesystem::file_size(file("long.npy")), 128U + 70000U * 3 * 8);
}

/// Counts of a deep view that are not certain: as many as the whole has, in whatever pieces, and after a stop.
TEST_F(Poster, SaysHowManyCountsAreUndecided) {
  const std::string line =
      "render mandelbrot --scene elephants --set method=perturbed --size 128x96 --processor cpu --out ";
  const std::string whole = expect_success(line + "whole.npy").out;
  const std::size_t at = whole.find("undecided (method: perturbed): ");
  ASSERT_NE(at, std::string::npos) << whole;
  const std::string figure = whole.substr(at, whole.find('\n', at) - at);
  EXPECT_EQ(figure.find(": 0 pixels"), std::string::npos) << figure;
  const auto says = [&](const std::string& words) {
    const std::string out = expect_success(words).out;
    EXPECT_TRUE(out.ends_with("; " + figure + "\n")) << out;
  };
  says(line + "a.npy --tile 64x16");
  says(line + "a.tif --tile 16x16 --scale log");
  says(line + "a.png --tile 64x16 --scale log");
  says(line + "b.png --tile 64x16 --scale log --costs costs.json");
  std::filesystem::remove(file("a.npy"));
  const Result stopped = run(line + "a.npy --tile 64x16", "ulimit -f 60;");
  EXPECT_EQ(stopped.code, 2) << stopped.error;
  EXPECT_NE(stopped.error.find("--resume continues"), std::string::npos) << stopped.error;
  says(line + "a.npy --tile 64x16 --resume");
  expect_same("a.npy", "whole.npy");
  const std::string shallow =
      expect_success("render mandelbrot --scene elephants --size 64x48 --tile 64x16 --processor cpu --out c.npy").out;
  EXPECT_EQ(shallow.find("undecided"), std::string::npos) << shallow;
}

/// What takes long enough to be stopped, in many pieces.
constexpr const char* slow =
    "render mandelbrot --scene inside --processor cpu --variant sequential --size 1200x1000 --out ";

TEST_F(Poster, GoesOnAfterItWasKilled) {
  for (const char* out : {"a.png", "a.tif", "a.npy"}) {
    SCOPED_TRACE(out);
    const std::string line =
        "render mandelbrot --scene inside --processor cpu --variant sequential --size 1200x600 --tile 256x64 --out " +
        std::string(out);
    expect_success(line);
    std::filesystem::rename(file(out), file("whole"));
    const std::string state = std::string(out) + ".unfinished.json";
    int status = 0;
    // Beside much else that runs the signal may come when all is done.
    for (int i = 0; i < 20 && !WIFSIGNALED(status); ++i) {
      write_text(file(out), "yesterday's");
      status = stopped_by(SIGKILL, line, [&] { return std::filesystem::exists(file(state)); });
    }
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_EQ(read_text(file(out)), "yesterday's") << "what is there stays until there is all of it";
    expect_refused_with_other_numbers(line + " --resume", out);
    const Result resumed = expect_success(line + " --resume --threads 1");
    EXPECT_NE(resumed.out.find("begun earlier"), std::string::npos) << resumed.out;
    expect_same(out, "whole");
    expect_nothing_unfinished(out);
  }
}

TEST_F(Poster, EveryRequestForTheEndKeepsAState) {
  const std::string line = slow + std::string("a.npy --tile 256x64");
  expect_success(line);
  std::filesystem::rename(file("a.npy"), file("whole"));
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) {
    SCOPED_TRACE(signal);
    const int status = stopped_before("a.npy", signal, line, [&] { return kept_pieces("a.npy") >= 1; });
    ASSERT_TRUE(WIFEXITED(status)) << "it ends by itself";
    EXPECT_EQ(WEXITSTATUS(status), 130);
    EXPECT_NE(read_text(file("error")).find(" of 80 pieces of a.npy; --resume continues\n"), std::string::npos);
    expect_success(line + " --resume");
    expect_same("a.npy", "whole");
    std::filesystem::remove(file("a.npy"));
  }
}

/// A single piece of all of it, which would take hours: of many samples, of many iterations, of a deep view, and of a
/// source.
TEST_F(Poster, NobodyWaitsForAPieceAfterCtrlC) {
  const std::string hours = "--set max_iterations=1000000 --processor cpu --variant sequential ";
  const std::string inside = "--set center_re=-0.12 --set center_im=0.75 --set span=0.1 ";
  for (const std::string& of :
       {"render mandelbrot --samples 256 --size 1500x1500 " + inside + hours,
        "render mandelbrot --size 65536x4 " + inside + hours,
        "render mandelbrot --size 1500x1500 --set refine=exact --set method=perturbed --set leaps=off " + inside +
            hours,
        std::string("render binarize --size 4000x4000 --set source.max_iterations=1000000 --set source.leaps=off "
                    "--set source.method=extended --set source.span=0.1 --set source.center_re=-0.12 "
                    "--set source.center_im=0.75 --processor cpu "),
        "render mandelbrot --costs costs.json --size 1500x1500 " + inside + hours}) {
    SCOPED_TRACE(of);
    const std::string tile = of.find("--costs") == of.npos ? "--tile 65536x65536 " : "--tile 4096x4096 ";
    const std::string out = of.find("--samples") != of.npos ? "a.png" : "a.npy";
    std::optional<std::chrono::steady_clock::time_point> begun;
    const auto in_it = [&] {
      if (!begun && std::filesystem::exists(file(out + ".unfinished"))) begun = std::chrono::steady_clock::now();
      return begun && std::chrono::steady_clock::now() > *begun + std::chrono::milliseconds(300);
    };
    const int status = stopped_by(SIGINT, of + tile + "--out " + out, in_it);
    ASSERT_TRUE(WIFEXITED(status)) << "it ends by itself";
    EXPECT_EQ(WEXITSTATUS(status), 130);
    EXPECT_NE(read_text(file("error")).find("render was stopped at 0 of 1 pieces of a."), std::string::npos)
        << read_text(file("error"));
  }
}

TEST_F(Poster, EndsAfterAPieceWithCtrlC) {
  const std::string line = slow + std::string("a.tif");
  expect_success(line + " --tile 256x256");
  std::filesystem::rename(file("a.tif"), file("whole"));
  const auto there = [&] { return std::filesystem::exists(file("a.tif.unfinished.json")); };
  const int status = stopped_before("a.tif", SIGINT, line + " --tile 256x256", there);
  ASSERT_TRUE(WIFEXITED(status)) << "it ends by itself";
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_FALSE(std::filesystem::exists(file("a.tif")));
  const std::string error = read_text(file("error"));
  EXPECT_NE(error.find("render was stopped at "), std::string::npos) << error;
  EXPECT_NE(error.find(" of 20 pieces of a.tif; --resume continues\n"), std::string::npos) << error;
  // not what it was begun with
  expect_refused(line + " --tile 256x256", "a.tif is unfinished: --resume continues it");
  expect_refused(line + " --resume --set max_iterations=7",
                 "belongs to another poster: settings /parameters/max_iterations");
  expect_refused(line + " --resume --tile 512x512", "belongs to another poster: --tile, which was 256x256");
  expect_refused(line + " --resume --values", "belongs to another poster: format");
  expect_success(line + " --resume");
  expect_same("a.tif", "whole");
}

/// It would take minutes.
TEST_F(Poster, NobodyWaitsForAReferenceAfterCtrlC) {
  const auto there = [&] { return std::filesystem::exists(file("a.npy.unfinished")); };
  const int status = stopped_by(SIGINT,
                                "render mandelbrot --set center_re=0 --set center_im=1 --set span=1e-99999 "
                                "--set max_iterations=1000000 --processor cpu --size 64x64 --tile 64x64 --out a.npy",
                                there);
  ASSERT_TRUE(WIFEXITED(status)) << "it ends by itself";
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_NE(read_text(file("error")).find("render was stopped at 0 of 1 pieces of a.npy"), std::string::npos);
}

/// A file that reaches a limit is as a disk that is full.
TEST_F(Poster, FullDiskInTheMiddleKeepsWhatIsFinished) {
  const std::string line = map + std::string("1000x1000 --tile 256x64 --out a.npy");
  expect_success(line);
  std::filesystem::rename(file("a.npy"), file("whole"));
  const Result result = run(line, "ulimit -f 4000;");
  EXPECT_EQ(result.code, 2);
  EXPECT_EQ(result.error.rfind("heteroscope: cannot write a.npy: ", 0), 0U) << result.error;
  EXPECT_NE(result.error.find(" pieces of a.npy are saved: --resume continues\n"), std::string::npos) << result.error;
  EXPECT_FALSE(std::filesystem::exists(file("a.npy")));
  expect_success(line + " --resume");
  expect_same("a.npy", "whole");
  // nothing is left where nothing is finished
  std::filesystem::remove(file("a.npy"));
  expect_refused(map + std::string("1000x1000 --tile 1000x1000 --out a.npy"),
                 "cannot write a.npy: ", "ulimit -f 4000;");
}

TEST_F(Poster, RefusesWhatCannotBe) {
  expect_refused(map + std::string("2147483648x1 --out a.tif"), "outside 1x1 to 2147483647x2147483647");
  expect_refused(map + std::string("2147483647x2147483647 --out a.tif"), "the disk has room for ");
  expect_refused(map + std::string("2147483647x2147483647 --out a.npy"), "the disk has room for ");
  expect_refused(map + std::string("2147483647x10 --out a.png"), "is outside 1x1 to 268435456x2147483647");
  expect_refused(map + std::string("10000000x10 --precision fp32 --out a.tif"), "fp64 can");
  expect_refused(map + std::string("100000x100000 --out a.jpg"), "; .tif, .png and .npy can be written in pieces");
  expect_refused(map + std::string("100x100 --out a.jpg --tile 10x10"),
                 "only .tif, .png and .npy can be written in pieces");
  expect_refused(map + std::string("100x100 --out a.png --tile 10"), "--tile: \"10\" is not a size");
  expect_refused(map + std::string("100x100 --out a.png --tile 10x10 --trace t.json"), "--trace");
  expect_refused(map + std::string("100x100 --out a.png --values"),
                 "--values is for .tif files; a .npy file contains the values anyway");
  expect_refused(map + std::string("100x100 --out a.tif --resume"), "there is no a.tif.unfinished.json");
  expect_refused("render triangle --out a.tif --tile 10x10", "triangle cannot be computed in pieces");
  expect_refused("render blur --source integers:1 --size 100x100 --tile 10x10 --out a.png", "--range: set both ends");
  expect_refused("render histogram --source noise:1 --size 100000x100000 --out a.npy",
                 "histogram cannot be computed in pieces");
  const std::string sum = "render binarize --source noise:1 --processor cpu --out a.png --tile 10x10 --size ";
  expect_refused(sum + "100x100 --variant mean=simd",
                 "simd: in pieces its sum would have other bits; these variants give the same bits: "
                 "simd_exact and cuda_exact");
  expect_refused(sum + "200000x200000", "are more values than the 34359738368 whose mean can be computed exactly");
  write_text(file("a.tif.unfinished.json"), "{}");
  expect_refused(map + std::string("100x100 --out a.tif --resume"), ": not the state of an unfinished poster");
  write_text(file("a.tif.unfinished.json"), "[[");
  expect_refused(map + std::string("100x100 --out a.tif --resume"), "a.tif.unfinished.json");
}

TEST_F(Poster, StencilsTurnsSumsAndDeepPicturesHaveTheBytesOfTheWhole) {
  expect_success(map + std::string("150x90 --out source.png"));
  const std::string deep =
      "render mandelbrot --set center_re=-0.743643887037158704752191506114774 "
      "--set center_im=0.131825904205311970493132056385139 --set max_iterations=500 --set span=1e-20 --size 257x60";
  for (const std::string& of : {
           std::string("render blur --source noise:1 --set radius=5 --set border=mirror --size 301x207"),
           std::string(
               "render blur --source checkerboard:7 --set radius=32 --set border=clamp --precision fp32 --size 301x97"),
           std::string("render blur --source source.png --set radius=3"),
           std::string("render blur --source integers:1 --set radius=2 --size 190x150 --scale histogram"),
           std::string("render blur --size 257x300"),
           std::string("render transpose --source zone_plate --size 301x107"),
           std::string("render transpose --size 120x300"),
           std::string("render binarize --source noise:3 --size 301x207"),
           std::string("render binarize --precision fp32 --size 301x270"),
           std::string("render mandelbrot --scene seahorses --size 1301x97 --scale histogram"),
           deep,  // is colored by ranks, too
       }) {
    SCOPED_TRACE(of);
    const std::size_t look = of.find(" --scale");  // of pictures alone
    const std::string line = of.substr(0, look) + " --processor cpu --out ";
    const std::string colors = look == std::string::npos ? "" : of.substr(look);
    expect_success(line + "whole.png" + colors);
    expect_success(line + "whole.npy");
    expect_success(line + "whole.tif" + colors);
    expect_success(line + "a.png --tile 4000x17" + colors);
    expect_same("a.png", "whole.png");
    expect_success(line + "a.npy --tile 64x41");
    expect_same("a.npy", "whole.npy");
    expect_success(line + "a.tif --tile 256x256" + colors);
    expect_same("a.tif", "whole.tif");
    for (const char* each : {"a.png", "a.npy", "a.tif"}) expect_nothing_unfinished(each);
  }
}

TEST_F(Poster, OthersGoOnAfterTheyWereKilled) {
  for (const char* of : {"render blur --source noise:1 --variant sequential --set radius=12 --size 600x500 ",
                         "render binarize --set source.max_iterations=3000 --set source.span=0.2 "
                         "--set source.center_re=-0.1 --size 600x500 "}) {
    SCOPED_TRACE(of);
    const std::string line = of + std::string("--processor cpu --tile 256x64 --out a.npy");
    expect_success(line);
    std::filesystem::rename(file("a.npy"), file("whole"));
    const auto there = [&] { return std::filesystem::exists(file("a.npy.unfinished.json")); };
    ASSERT_TRUE(WIFSIGNALED(stopped_before("a.npy", SIGKILL, line, there)));
    expect_success(line + " --resume");
    expect_same("a.npy", "whole");
    expect_nothing_unfinished("a.npy");
  }
}

TEST_F(Poster, KeepsTheRanksThatColorIt) {
  const std::string line =
      map + std::string("1301x700 --set max_iterations=20000 --scale histogram --tile 1301x14 --out a.png");
  expect_success(line);
  std::filesystem::rename(file("a.png"), file("whole"));
  const auto there = [&] { return std::filesystem::exists(file("a.png.unfinished.json")); };
  ASSERT_TRUE(WIFSIGNALED(stopped_before("a.png", SIGKILL, line, there)));
  const std::string state = read_text(file("a.png.unfinished.json"));
  const auto refused_with = [&](const std::string& what, const std::string& other) {
    std::string wrong = state;
    const std::size_t at = wrong.find(what);
    ASSERT_NE(at, std::string::npos) << state;
    wrong.replace(at, what.size(), other);
    write_text(file("a.png.unfinished.json"), wrong);
    expect_refused(line + " --resume", ": not the state of an unfinished poster");
  };
  refused_with("\"shares\": [", "\"shares\": [\"0\",");
  refused_with("\"low\": \"", "\"low\": \"nan");
  write_text(file("a.png.unfinished.json"), state);
  expect_success(line + " --resume");
  expect_same("a.png", "whole");
}

TEST_F(Poster, TheFirstPassGoesOn) {
  const std::string line =
      "render binarize --set source.method=extended --set source.leaps=off --set source.max_iterations=2400 "
      "--set source.span=0.2 --set source.center_re=-0.1 --processor cpu --size 100x90 --tile 100x3 --out a.npy";
  expect_success(line);
  std::filesystem::rename(file("a.npy"), file("whole"));
  const auto in_it = [&] { return std::filesystem::exists(file("a.npy.unfinished.json")); };
  const int status = stopped_before("a.npy", SIGINT, line, in_it);
  ASSERT_TRUE(WIFEXITED(status));
  ASSERT_EQ(WEXITSTATUS(status), 130) << read_text(file("error"));
  const std::string error = read_text(file("error"));
  EXPECT_NE(error.find(" of 30 pieces of a.npy checked; --resume continues\n"), std::string::npos) << error;
  const std::string state = read_text(file("a.npy.unfinished.json"));
  expect_success(line + " --resume");
  expect_same("a.npy", "whole");
  // a state that says more than it has
  nlohmann::json more = json_of(state);
  ASSERT_TRUE(more.at("survey").at("partials").is_array()) << state;
  more["survey"]["partials"] = {"1"};
  more.erase("checksum");
  write_text(file("a.npy.unfinished.json"), sealed_text(more));
  write_text(file("a.npy.unfinished"), "");
  expect_refused(line + " --resume", ": not the state of an unfinished poster");
}

/// Of what can be compressed nobody knows before what it takes; some tiles tell.
TEST_F(Poster, ADiskThatMayFillIsSaid) {
  const double room = static_cast<double>(std::filesystem::space(folder()).available);
  const auto side = [&](double bytes_a_cell) {
    return std::to_string(static_cast<int>(std::sqrt(2 * room / bytes_a_cell)));
  };
  const std::string even = side(5.4);
  const std::string line =
      "render mandelbrot --set max_iterations=2 --processor cpu --tile 512x512 --out a.tif --size " + even + "x" + even;
  const auto there = [&] { return std::filesystem::exists(file("a.tif.unfinished.json")); };
  const int status = stopped_by(SIGKILL, line, there);
  ASSERT_TRUE(WIFSIGNALED(status));
  const std::string error = read_text(file("error"));
  EXPECT_TRUE(error.starts_with("note: a.tif may need about ")) << error;
  EXPECT_NE(error.find("If it becomes full, --resume continues\n"), std::string::npos) << error;
  const std::string noisy = side(1);
  expect_refused("render blur --source noise:1 --processor cpu --out b.tif --values --size " + noisy + "x" + noisy,
                 "; the disk has room for");
}

TEST_F(Poster, ValuesOfWhatIsNoMap) {
  expect_success("render heat --set n=600 --steps 3 --processor cpu --out a.tif --values");
  expect_success("render heat --set n=600 --steps 3 --processor cpu --out a.npy");
  const auto levels = read_tiff(file("a.tif").string());
  const std::string npy = read_text(file("a.npy"));
  ASSERT_EQ(levels.front().cells.size() + 128, npy.size());
  EXPECT_EQ(std::memcmp(levels.front().cells.data(), npy.data() + 128, levels.front().cells.size()), 0);
  expect_success("render triangle --processor cpu --out b.tif");
  EXPECT_EQ(read_tiff(file("b.tif").string()).front().samples, 4);
}

}  // namespace
}  // namespace heteroscope::testing
